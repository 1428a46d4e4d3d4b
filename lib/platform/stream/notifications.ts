import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import type { Statement } from "@/lib/platform/statement";

const channel = "vang_stream";

/** Commits with a notification wait for each other and the disk. Shorter than a consumer's pause after a batch. */
const quietMs = 25;

/** Notifies consumers in all processes of new events. A lost notification costs a second, since they also poll. */
export type Notifications = {
  /** The query that notifies, last in the publishing statement; a no-op right after another notification. */
  notify(topic: string): Statement;
  /** Calls `answer` at each notification for the topic, until the returned function is called. */
  subscribe(topic: string, answer: () => void): () => void;
  close(): Promise<void>;
};

const quiet: Statement = { name: "quiet", text: "SELECT NULL", values: [] };

export function openNotifications(): Notifications {
  const notifiedAt = new Map<string, number>();
  const answers = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let listening: Promise<void> | undefined;

  const onNotification = (topic?: string) => {
    for (const [name, calls] of answers) {
      if (topic === undefined || topic === name) for (const answer of calls) answer();
    }
  };

  return {
    notify(topic) {
      const now = performance.now();
      if (now - (notifiedAt.get(topic) ?? -quietMs) < quietMs) return quiet;
      notifiedAt.set(topic, now);
      return { name: "notify", text: "SELECT pg_notify($1, $2)", values: [channel, topic] };
    },
    subscribe(topic, answer) {
      listening ??= listen(channel, onNotification, closing.signal);
      const those = answers.get(topic) ?? new Set();
      answers.set(topic, those.add(answer));
      return () => those.delete(answer);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}

/** Called without a text whenever listening begins, since earlier notifications may have been missed. */
type OnNotification = (text?: string) => void;

/** On a connection of its own until `signal` aborts. Reconnects after one to two seconds. */
export async function listen(channel: string, onNotification: OnNotification, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const reason = await listenOnce(channel, onNotification, signal).catch((error: Error) => error.message);
    if (signal.aborted) return;
    log.warn({ channel, reason }, "lost the connection that listens");
    await sleep(seconds(1 + Math.random()), undefined, { signal }).catch(() => undefined);
  }
}

async function listenOnce(channel: string, onNotification: OnNotification, signal: AbortSignal): Promise<string> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL, keepAlive: true, connectionTimeoutMillis: 5000 });
  const ended = new Promise<string>((end) => client.once("end", () => end("closed by the server")));
  const stop = () => void client.end();
  client.on("error", () => undefined); // An `end` event follows.
  client.on("notification", ({ payload }) => onNotification(payload));
  signal.addEventListener("abort", stop);
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    onNotification();
    return await ended;
  } finally {
    signal.removeEventListener("abort", stop);
    await client.end();
  }
}
