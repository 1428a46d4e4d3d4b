import "server-only";
import type { Statement } from "@/lib/platform/statement";
import { listen } from "./listen";

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
  const rungAt = new Map<string, number>();
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
      if (now - (rungAt.get(topic) ?? -quietMs) < quietMs) return quiet;
      rungAt.set(topic, now);
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
