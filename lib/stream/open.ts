import "server-only";
import { env } from "@/lib/env";
import { openedOnce } from "@/lib/process-wide";
import { openNatsStream } from "./nats";
import { openPostgresStream } from "./postgres";
import type { Stream } from "./stream";

const { get, forget } = openedOnce("stream", (): Stream => {
  const stream = env.STREAM_URL ? openNatsStream(env.STREAM_URL) : openPostgresStream();
  const close = () => {
    forget();
    return stream.close();
  };
  return { ...stream, close };
});

/** The process's stream, opened at first use and again after it was closed. */
export const openStream = get;
