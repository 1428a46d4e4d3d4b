import "server-only";
import { sql } from "@/lib/db";
import { listen } from "./listen";

const channel = "vang_stream";

/** Rings for one topic within this time are one ring. */
const quietMs = 50;

/** Tells consumers, in any process, that a topic has news. A lost ring costs a second: they also look by themselves. */
export type Doorbell = {
  ring(topic: string): void;
  /** Calls `answer` at each ring for the topic, until the returned function is called. */
  hear(topic: string, answer: () => void): () => void;
  close(): Promise<void>;
};

export function openDoorbell(): Doorbell {
  const rung = new Map<string, NodeJS.Timeout>();
  const answers = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let listening: Promise<void> | undefined;

  const heard = (topic: string) => {
    for (const answer of answers.get(topic) ?? []) answer();
  };
  const notify = (topic: string) => {
    rung.delete(topic);
    sql("ring", "SELECT pg_notify($1, $2)", [channel, topic]).catch(() => undefined);
  };

  return {
    // Not a part of the publishing statement: commits that notify wait for one lock of the whole database.
    ring(topic) {
      if (!rung.has(topic)) rung.set(topic, setTimeout(notify, quietMs, topic).unref());
    },
    hear(topic, answer) {
      listening ??= listen(channel, heard, closing.signal);
      const those = answers.get(topic) ?? new Set();
      answers.set(topic, those.add(answer));
      return () => those.delete(answer);
    },
    async close() {
      for (const timer of rung.values()) clearTimeout(timer);
      closing.abort();
      await listening;
    },
  };
}
