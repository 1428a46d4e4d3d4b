import { type OwnServer, startOwnServer } from "./own-server";

const shared = globalThis as typeof globalThis & { vangTestConsole?: Promise<OwnServer> };

/**
 * The whole server with its pages, started by the first test file of this worker that asks for it. The others get the
 * same one, with the same database: a test checks only rows that it made. It ends with the worker.
 */
export function sharedConsole(): Promise<OwnServer> {
  // With this variable, as under npm, the server ends after its parent.
  shared.vangTestConsole ??= startOwnServer({ npm_lifecycle_event: "test" });
  return shared.vangTestConsole;
}
