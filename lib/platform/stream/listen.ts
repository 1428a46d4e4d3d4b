import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

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
