import "server-only";
import { ProviderError, type SpeechProvider } from "@/lib/speech/provider";
import { untilAborted } from "@/lib/speech/until-aborted";
import { within } from "@/lib/within";
import { shortestPatienceMs } from "./breaker";
import { type GuardedEngine, guard } from "./guarded";
import { pauseBeforeRetry } from "./retry";

type Operation<Result> = (signal: AbortSignal) => Promise<Result>;

export type CallOptions = {
  /** The caller's: that they hang up says nothing of the engine. */
  signal: AbortSignal;
  budgetMs: number;
  /** The business whose share of the engine's places the call takes. */
  owner?: string;
  /** So much was asked that it says nothing of the engine when the budget ends first. */
  isLong?: boolean;
};

type Attempt = Omit<CallOptions, "budgetMs"> & { limit: AbortSignal; patienceMs: number };

/** Of its budget, how much a call may take before it may count as hanging: 4 of 30 seconds. */
const patientShare = 4 / 30;

/**
 * Calls an engine within a budget, whatever the engine does. It is tried at most once more, when the failure may pass,
 * time is left and few others are tried again. Throws what the engine throws, and ProviderError: `busy` in milliseconds
 * when too many wait, `broken` in milliseconds while the engine is left alone, `timeout` at the end of the budget.
 */
export async function callEngine<Result>(
  provider: SpeechProvider,
  operation: Operation<Result>,
  { budgetMs, ...options }: CallOptions,
): Promise<Result> {
  const { signal } = options;
  const engine = guard(provider);
  const isPatient = options.isLong || provider.isInProcess;
  const patienceMs = isPatient ? budgetMs : Math.max(shortestPatienceMs, budgetMs * patientShare);
  const startedAt = performance.now();
  engine.begin();
  try {
    return await within(budgetMs, signal, async (limit) => {
      try {
        return await attempt(engine, operation, { ...options, limit, patienceMs });
      } catch (error) {
        const tookMs = performance.now() - startedAt;
        const pauseMs = limit.aborted ? null : pauseBeforeRetry(error, tookMs, budgetMs - tookMs);
        if (pauseMs === null || !engine.retries.take()) throw error;
        await untilAborted(sleep(pauseMs), limit);
        return await attempt(engine, operation, { ...options, limit, patienceMs });
      }
    });
  } finally {
    engine.end();
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function attempt<Result>(
  { gate }: GuardedEngine,
  operation: Operation<Result>,
  { signal, limit, owner, isLong, patienceMs }: Attempt,
): Promise<Result> {
  const ticket = await gate.enter(limit, owner, patienceMs);
  try {
    const result = await untilAborted(operation(limit), limit);
    gate.leave(ticket, "good");
    return result;
  } catch (error) {
    gate.leave(ticket, isLong && limit.aborted ? "neither" : judge(error, signal));
    throw error;
  }
}

function judge(error: unknown, caller: AbortSignal) {
  if (caller.aborted) return "neither";
  if (!(error instanceof ProviderError)) return "bad";
  if (error.kind === "rejected") return "good";
  // Full is not ill: an engine that refuses what is too much for it is at its best.
  return error.kind === "busy" ? "neither" : "bad";
}
