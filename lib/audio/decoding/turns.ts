import "server-only";
import { availableParallelism } from "node:os";
import pLimit, { type LimitFunction } from "p-limit";
import { seconds } from "@/lib/clock";
import { asAborted, Refusal } from "@/lib/errors";

const mostWaiting = 32;

/** What waits longer is better sent again than decoded late. */
const longestWaitMs = seconds(10);

// One process holds several copies of this module: they share one queue.
const shared = globalThis as typeof globalThis & { vangDecoding?: { limit: LimitFunction; waiting: number } };
shared.vangDecoding ??= { limit: pLimit(availableParallelism()), waiting: 0 };
const queue = shared.vangDecoding;

/**
 * Does `work` as soon as one of the machine's processors is free for it. Throws OVERLOADED at once when 32 others wait
 * and when no turn came within 10 s, and CLIENT_CLOSED as soon as the signal aborts a wait.
 */
export async function inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  if (signal.aborted) throw asAborted(signal);
  if (queue.waiting >= mostWaiting) throw new Refusal("OVERLOADED");
  queue.waiting += 1;
  return new Promise((resolve, reject) => {
    let waits = true;
    const leave = () => {
      waits = false;
      queue.waiting -= 1;
      clearTimeout(timer);
      signal.removeEventListener("abort", hangUp);
    };
    const giveUp = (refusal: Refusal) => {
      leave();
      reject(refusal);
    };
    const hangUp = () => giveUp(asAborted(signal));
    const timer = setTimeout(() => giveUp(new Refusal("OVERLOADED")), longestWaitMs);
    signal.addEventListener("abort", hangUp, { once: true });
    queue.limit(async () => {
      // Its place in the queue is passed over: whoever waited for it has left.
      if (!waits) return;
      leave();
      await work().then(resolve, reject);
    });
  });
}
