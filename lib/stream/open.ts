import "server-only";
import { openPostgresStream } from "./postgres";
import type { Stream } from "./stream";

// One process holds several copies of this module (Next's bundle, the API's, a reload's); they share one stream.
const shared = globalThis as typeof globalThis & { vangStream?: Stream };

/** The process's stream, opened at first use and again after it was closed. */
export function openStream(): Stream {
  shared.vangStream ??= open();
  return shared.vangStream;
}

function open(): Stream {
  const stream = openPostgresStream();
  const close = () => {
    shared.vangStream = undefined;
    return stream.close();
  };
  return { ...stream, close };
}
