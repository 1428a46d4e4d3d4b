import type { Vang } from "@vang/sdk";
import type { Given } from "./parse";

/** What a command is run with. */
export type Call = {
  args: readonly string[];
  given: Given;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** The client with the key of this run. Throws CliError without one. */
  vang: () => Vang;
};

export type Run = (call: Call) => Promise<void> | void;
