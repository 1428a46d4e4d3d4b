import "server-only";
import type { Statement } from "@/lib/statement";
import { listen } from "./listen";

const channel = "vang_stream";

/**
 * A process notifies of a topic no more often than this: commits that notify wait for each other, also for the disk.
 * Shorter than a consumer's own pause after a batch, so that what comes meanwhile is found without.
 */
const quietMs = 25;

/** Tells consumers, in any process, that a topic has news. A lost one costs a second: they also look by themselves. */
export type Doorbell = {
  /** The query that tells, last in the statement that publishes; it does nothing when it was told a moment ago. */
  ring(topic: string): Statement;
  /** Calls `answer` at each ring for the topic, until the returned function is called. */
  hear(topic: string, answer: () => void): () => void;
  close(): Promise<void>;
};

const quiet: Statement = { name: "quiet", text: "SELECT NULL", values: [] };

export function openDoorbell(): Doorbell {
  const rungAt = new Map<string, number>();
  const answers = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let listening: Promise<void> | undefined;

  const heard = (topic?: string) => {
    for (const [name, calls] of answers) {
      if (topic === undefined || topic === name) for (const answer of calls) answer();
    }
  };

  return {
    ring(topic) {
      const now = performance.now();
      if (now - (rungAt.get(topic) ?? -quietMs) < quietMs) return quiet;
      rungAt.set(topic, now);
      return { name: "notify", text: "SELECT pg_notify($1, $2)", values: [channel, topic] };
    },
    hear(topic, answer) {
      listening ??= listen(channel, heard, closing.signal);
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
