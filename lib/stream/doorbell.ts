import "server-only";
import { sql } from "@/lib/db";
import { listen } from "./listen";

const channel = "vang_stream";

/** After a ring for a topic, those that follow within this time become one. */
const quietMs = 50;

/** Tells consumers, in any process, that a topic has news. A lost ring costs a second: they also look by themselves. */
export type Doorbell = {
  ring(topic: string): void;
  /** Calls `answer` at each ring for the topic, until the returned function is called. */
  hear(topic: string, answer: () => void): () => void;
  close(): Promise<void>;
};

export function openDoorbell(): Doorbell {
  const quiet = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();
  const answers = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let listening: Promise<void> | undefined;

  const heard = (topic?: string) => {
    for (const [name, calls] of answers) {
      if (topic === undefined || topic === name) for (const answer of calls) answer();
    }
  };
  const ring = (topic: string) => {
    const pause = quiet.get(topic);
    if (pause) {
      pause.again = true;
      return;
    }
    quiet.set(topic, { timer: setTimeout(unmute, quietMs, topic).unref(), again: false });
    sql("ring", "SELECT pg_notify($1, $2)", [channel, topic]).catch(() => undefined);
  };
  const unmute = (topic: string) => {
    const again = quiet.get(topic)?.again;
    quiet.delete(topic);
    if (again) ring(topic);
  };

  return {
    // Not a part of the publishing statement: commits that notify queue for one lock of the whole database, which
    // leaves a third of the throughput.
    ring,
    hear(topic, answer) {
      listening ??= listen(channel, heard, closing.signal);
      const those = answers.get(topic) ?? new Set();
      answers.set(topic, those.add(answer));
      return () => those.delete(answer);
    },
    async close() {
      for (const { timer } of quiet.values()) clearTimeout(timer);
      closing.abort();
      await listening;
    },
  };
}
