import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

/** Tunes V8's garbage collection for a server, so that requests are paused rarely and briefly. */
export function tuneHeap() {
  // Lets the heap double before a full collection. With V8's default it grows by a tenth under a steady load of calls,
  // and each collection stops all of them, four times a second.
  setFlagsFromString("--heap-growing-percent=100");
  // On few cores V8's concurrent marking delays calls and the database by a tenth of a second; incremental steps
  // between calls delay them less.
  if (availableParallelism() <= 2) setFlagsFromString("--no-concurrent-marking");
}
