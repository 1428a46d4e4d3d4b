import { type OwnServer, startOwnServer } from "./own-server";

const shared = globalThis as typeof globalThis & { vangTestConsole?: Promise<OwnServer> };

/**
 * The whole server with its pages, started by the first test file of this worker that asks for it. The others get the
 * same one, with the same database: a test checks only rows that it made. It ends with the worker.
 */
export function sharedConsole(): Promise<OwnServer> {
  // One process for all roles starts sooner than one for each. With the second variable, as under npm, it ends after
  // its parent.
  shared.vangTestConsole ??= startOwnServer({ VANG_ROLE: "all", npm_lifecycle_event: "test" });
  return shared.vangTestConsole;
}
