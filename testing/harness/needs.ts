/** What a test needs that is not everywhere. `npm test` lists it with the test when it is skipped. */
export const needs = (what: string) => ({ meta: { needs: what } });

declare module "vitest" {
  interface TaskMeta {
    needs?: string;
  }
}
