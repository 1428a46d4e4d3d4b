import "server-only";
import { openPostgresStream } from "./postgres";
import type { Stream } from "./stream";

// One process holds several copies of this module (Next's bundle, the API's, a reload's); they share one stream.
const copies = globalThis as typeof globalThis & { vangStream?: { opened?: Stream } };
copies.vangStream ??= {};
const shared = copies.vangStream;

/** The process's stream, opened at first use and again after it was closed. */
export function openStream(): Stream {
  shared.opened ??= open();
  return shared.opened;
}

function open(): Stream {
  const stream = openPostgresStream();
  const close = () => {
    shared.opened = undefined;
    return stream.close();
  };
  return { ...stream, close };
}
