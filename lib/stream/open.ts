import "server-only";
import { openedOnce } from "@/lib/process-wide";
import { openPostgresStream } from "./postgres";
import type { Stream } from "./stream";

const { get, forget } = openedOnce("stream", (): Stream => {
  const stream = openPostgresStream();
  const close = () => {
    forget();
    return stream.close();
  };
  return { ...stream, close };
});

/** The process's stream, opened at first use and again after it was closed. */
export const openStream = get;
