import "server-only";
import { availableParallelism } from "node:os";
import { seconds } from "@/lib/clock";
import { asAborted, Refusal } from "@/lib/errors";
import { ProviderError } from "./provider";
import { FairTurns } from "./resilience/fair-turns";

const processors = availableParallelism();

/** What waits longer is better sent again than decoded late. */
const longestWaitMs = seconds(10);

// One process holds several copies of this module: they share one queue.
const shared = globalThis as typeof globalThis & { vangDecoding?: FairTurns };
shared.vangDecoding ??= new FairTurns({
  places: processors,
  mostEach: Math.max(1, processors - 1),
  mostWaiting: 32,
  longestWaitMs,
});
const queue = shared.vangDecoding;

/**
 * Does `work` as soon as one of the machine's processors is free for it. A business (`owner`) has all of them but one at
 * most, and each that becomes free goes to the business that has the fewest. Throws OVERLOADED at once when 32 others
 * wait and when no turn came within 10 s, and CLIENT_CLOSED as soon as the signal aborts a wait.
 */
export async function inTurn<Result>(
  { owner, signal }: { owner: string; signal: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await queue.run({ owner, signal }, work);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw signal.aborted ? asAborted(signal) : new Refusal("OVERLOADED");
  }
}
