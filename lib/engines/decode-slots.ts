import "server-only";
import { availableParallelism } from "node:os";
import { seconds } from "@/lib/platform/clock";
import { AppError, asAborted } from "@/lib/platform/errors";
import { perProcess } from "@/lib/platform/per-process";
import { processWide } from "@/lib/platform/process-wide";
import { ProviderError } from "./provider";
import { FairTurns } from "./resilience/fair-turns";

const processors = perProcess(availableParallelism());

/** After this long, a retry by the client is better than a late result. */
const longestWaitMs = seconds(10);

const queue = processWide(
  "decoding",
  () =>
    new FairTurns({
      places: processors,
      mostEach: Math.max(1, processors - 1),
      mostWaiting: perProcess(32),
      longestWaitMs,
    }),
);

/** Runs `work` when a processor is free, shared fairly among owners. Throws OVERLOADED, and CLIENT_CLOSED on abort. */
export async function withDecodeSlot<Result>(
  { owner, signal }: { owner: string; signal: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await queue.run({ owner, signal }, work);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw signal.aborted ? asAborted(signal) : new AppError("OVERLOADED");
  }
}
