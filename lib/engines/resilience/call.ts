import "server-only";
import { ProviderError, type SpeechProvider } from "@/lib/engines/provider";
import { stateOfEngine } from "@/lib/engines/settings";
import { untilAborted } from "@/lib/engines/until-aborted";
import { seconds } from "@/lib/platform/clock";
import { increment, timed } from "@/lib/platform/telemetry/metrics";
import { traced } from "@/lib/platform/telemetry/tracing";
import { Circuit, type CircuitOptions, isLeft } from "./circuit";
import { FairTurns } from "./fair-turns";
import { RecentCalls } from "./recent-calls";
import { pauseBeforeRetry, RetryBudget } from "./retry";

export type CallOptions = CircuitOptions & {
  /** The business whose share of the engine's concurrency the call uses. */
  owner?: string;
};

/** When callers of a drained engine are asked to come back: no one knows when it is turned on again. */
const drainedRetryMs = seconds(30);

const guards = new WeakMap<SpeechProvider, ReturnType<typeof makeGuard>>();

/** An engine's queue, circuit breaker and retry budget, kept as long as the engine. */
const makeGuard = ({ concurrency }: SpeechProvider) => ({
  // One business gets all places but one, so that another always finds one.
  turns:
    concurrency === null
      ? null
      : new FairTurns({
          places: concurrency,
          mostEach: Math.max(1, concurrency - 1),
          mostWaiting: concurrency,
          longestWaitMs: seconds(2),
        }),
  circuit: new Circuit(),
  retries: new RetryBudget(),
  running: new Set<Promise<unknown>>(),
  recent: new RecentCalls(),
});

function guardOf(provider: SpeechProvider) {
  const guard = guards.get(provider) ?? makeGuard(provider);
  guards.set(provider, guard);
  return guard;
}

/**
 * Retries at most once. Throws what the engine throws, and ProviderError: `busy` when too many wait, after 2 s of
 * waiting and while the engine is drained, `broken` while the circuit is open, `timeout` when the signal aborts.
 */
export async function callEngine<Result>(
  provider: SpeechProvider,
  operation: () => Promise<Result>,
  options: CallOptions,
): Promise<Result> {
  const { running, recent } = guardOf(provider);
  if (stateOfEngine(provider.name) !== "on")
    throw new ProviderError("busy", "This engine takes no new requests.", { retryAfterMs: drainedRetryMs });
  const call = recent.watch(observed(provider, () => tryTwice(provider, operation, options), options));
  running.add(call);
  return call.finally(() => running.delete(call));
}

/** `left`: the caller gave up, which says nothing of the engine. */
function resultOf(error: unknown, { signal }: CallOptions): string {
  if (error === undefined) return "ok";
  if (isLeft({ signal })) return "left";
  return error instanceof ProviderError ? error.kind : "broken";
}

function observed<Result>({ name: engine }: SpeechProvider, work: () => Promise<Result>, options: CallOptions) {
  const labelsOf = (error: unknown) => {
    increment("vang_engine_calls_total", { engine, result: resultOf(error, options) });
    return { engine };
  };
  const span = () => traced(`engine ${engine}`, {}, work, "client");
  return timed("vang_engine_call_duration_seconds", labelsOf, span);
}

async function tryTwice<Result>(
  provider: SpeechProvider,
  operation: () => Promise<Result>,
  { owner = "", ...terms }: CallOptions,
): Promise<Result> {
  const { turns, circuit, retries } = guardOf(provider);
  const { signal } = terms;
  const work = () => circuit.run(() => untilAborted(operation(), signal), terms);
  const attempt = () => (turns ? turns.run({ owner, signal }, work) : work());
  // Checked before queueing, so that no call waits while the circuit is open.
  circuit.check();
  retries.deposit();
  try {
    return await attempt();
  } catch (error) {
    const pauseMs = signal.aborted ? null : pauseBeforeRetry(error);
    if (pauseMs === null || !circuit.admits || !retries.take()) throw error;
    await untilAborted(sleep(pauseMs), signal);
    return attempt();
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Requests of an engine in this process that run and wait, its circuit, and how those of five minutes went. */
export function occupancyOf(provider: SpeechProvider) {
  const { turns, circuit, recent, running } = guardOf(provider);
  return {
    ...{ places: provider.concurrency ?? 0, running: turns?.running ?? running.size, waiting: turns?.waiting ?? 0 },
    ...{ circuit: circuit.isClosed ? "closed" : "open", ...recent.sum() },
  };
}

export async function whenIdle(provider: SpeechProvider): Promise<void> {
  await Promise.allSettled(guards.get(provider)?.running ?? []);
}

export function closeWhenIdle(provider: SpeechProvider): void {
  void whenIdle(provider).then(() => provider.close?.());
}
