import "server-only";
import { log } from "@/lib/platform/log";
import type { Delivered, Handler } from "./stream";

/** After this many failures an event becomes a dead letter. */
export const maxAttempts = 5;

const maxReasonLength = 500;

/** Only the failure's message is stored. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : "unknown").slice(0, maxReasonLength);

/** What becomes of events that a consumer took. `failed` returns whether the event became a dead letter. */
export type Settling<Taken> = {
  handled(all: Taken[]): Promise<void>;
  failed(one: Taken, error: unknown): Promise<boolean>;
};

/** Handles new events as one batch, and retried ones one by one, so that a failing event affects only one batch. */
export async function settle<Payload, Taken extends { event: Delivered<Payload> }>(
  topic: string,
  taken: Taken[],
  handle: Handler<Payload>,
  settling: Settling<Taken>,
): Promise<void> {
  const fresh = taken.filter(({ event }) => event.attempts === 0);
  const tried = taken.filter(({ event }) => event.attempts > 0);
  if (fresh.length > 0) {
    await handle(fresh.map(({ event }) => event))
      .then(() => settling.handled(fresh))
      .catch(() => tried.push(...fresh));
  }
  for (const one of tried) {
    try {
      await handle([one.event]);
      await settling.handled([one]);
    } catch (error) {
      const setAside = await settling.failed(one, error);
      if (setAside) log.error({ topic, key: one.event.key }, "an event is set aside");
    }
  }
}
