import "server-only";
import { env } from "@/lib/platform/env";
import { openedOnce } from "@/lib/platform/process-wide";
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

/** What carries finished jobs to the workers. `nats-unsafe` can lose them in a power cut. */
export function streamKind(): "postgresql" | "nats" | "nats-unsafe" {
  if (!env.STREAM_URL) return "postgresql";
  return env.STREAM_UNSAFE ? "nats-unsafe" : "nats";
}

/** The process's stream, opened at first use and again after it was closed. */
export const openStream = get;
