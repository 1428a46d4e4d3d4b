/** What a test needs that is not everywhere. `npm test` lists it with the test when it is skipped. */
export const needs = (what: string) => ({ meta: { needs: what } });

/** For what only root on Linux can do, such as mount a disk. */
export const isRoot = process.getuid?.() === 0 && process.platform === "linux";

declare module "vitest" {
  interface TaskMeta {
    needs?: string;
  }
}
