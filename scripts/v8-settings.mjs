import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

/**
 * Keeps Prisma's query compiler, which is WebAssembly, in its quickly compiled form at first. V8's own limit is reached
 * by the first queries of a process, and optimizing the compiler for them takes half of the time of its start.
 */
export const slowerTiering = "--wasm-tiering-budget=100000000";

/** Settings of V8 for a server: it starts sooner, and its garbage collection pauses requests rarely and briefly. */
export function tuneV8() {
  setFlagsFromString(slowerTiering);
  // Lets the heap double before a full collection. With V8's default it grows by a tenth under a steady load of calls,
  // and each collection stops all of them, four times a second.
  setFlagsFromString("--heap-growing-percent=100");
  // On few cores V8's concurrent marking delays calls and the database by a tenth of a second; incremental steps
  // between calls delay them less.
  if (availableParallelism() <= 2) setFlagsFromString("--no-concurrent-marking");
}
