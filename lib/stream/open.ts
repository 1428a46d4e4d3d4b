import "server-only";
import { openPostgresStream } from "./postgres";
import type { Stream } from "./stream";

// One process holds several copies of this module (Next's bundle, the API's, a reload's): they share one stream.
const shared = globalThis as typeof globalThis & { vangStream?: Stream };

/** The process's stream, opened at first use. Whoever ends the process closes it. */
export function openStream(): Stream {
  shared.vangStream ??= openPostgresStream();
  return shared.vangStream;
}

export async function closeStream(): Promise<void> {
  const open = shared.vangStream;
  shared.vangStream = undefined;
  await open?.close();
}
