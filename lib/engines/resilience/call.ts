import "server-only";
import { ProviderError, type SpeechProvider } from "@/lib/engines/provider";
import { stateOfEngine } from "@/lib/engines/settings";
import { untilAborted } from "@/lib/engines/until-aborted";
import { minutes, seconds } from "@/lib/platform/clock";
import { increment, timed } from "@/lib/platform/telemetry/metrics";
import { traced } from "@/lib/platform/telemetry/tracing";
import { Circuit, type CircuitOptions, isLeft } from "./circuit";
import { FairTurns } from "./fair-turns";

export type CallOptions = CircuitOptions & {
  /** The business whose share of the engine's concurrency the call uses. */
  owner?: string;
  /** It continues what has begun, so that it waits as long as it must. */
  isContinued?: boolean;
};

/** When callers of a drained engine are asked to come back: no one knows when it is turned on again. */
const drainedRetryMs = seconds(30);

const longestWaitMs = seconds(2);

/**
 * Calls an engine: the business waits for its turn at one of the engine's places, the circuit breaker lets the call
 * through, and the engine works until the signal aborts. After a failure that may pass it is called once more. An engine
 * of ours has no places here: its calls take their turns at the threads (`pool.ts`).
 *
 * Throws what the engine throws, and ProviderError: `busy` when too many wait, after 2 s of waiting and while the engine
 * is drained, `broken` while the circuit is open, `timeout` when the signal aborts.
 */
export async function callEngine<Result>(
  provider: SpeechProvider,
  operation: () => Promise<Result>,
  { owner = "", isContinued = false, ...terms }: CallOptions,
): Promise<Result> {
  if (stateOfEngine(provider.name) !== "on")
    throw new ProviderError("busy", "This engine takes no new requests.", { retryAfterMs: drainedRetryMs });
  const { turns, circuit, retries } = guardOf(provider);
  const { signal } = terms;

  const attempt = () => {
    const work = () => circuit.run(() => untilAborted(operation(), signal), terms);
    return turns ? turns.run({ owner, signal, isUrgent: isContinued }, work) : work();
  };

  return observe(provider, terms, async () => {
    // Checked before queueing, so that no call waits while the circuit is open.
    circuit.check();
    retries.deposit();
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = signal.aborted ? null : pauseBeforeRetry(error);
      if (pauseMs === null || !circuit.admits || !retries.take()) throw error;
      await untilAborted(new Promise((resolve) => setTimeout(resolve, pauseMs)), signal);
      return attempt();
    }
  });
}

/** Runs a call as one span and one time in the metrics, among the engine's running and recent calls. */
function observe<Result>(provider: SpeechProvider, terms: CircuitOptions, work: () => Promise<Result>) {
  const { name: engine } = provider;
  const { running, recent } = guardOf(provider);
  const labelsOf = (error: unknown) => {
    const failure = error instanceof ProviderError ? error.kind : "broken";
    // A caller that gave up says nothing of the engine.
    const result = error === undefined ? "ok" : isLeft(terms) ? "left" : failure;
    increment("vang_engine_calls_total", { engine, result });
    return { engine };
  };
  const span = () => traced(`engine ${engine}`, {}, work, "client");
  const call = recent.watch(timed("vang_engine_call_duration_seconds", labelsOf, span));
  running.add(call);
  return call.finally(() => running.delete(call));
}

const guards = new WeakMap<SpeechProvider, ReturnType<typeof makeGuard>>();

/** An engine's queue, circuit breaker and retry budget, kept as long as the engine. */
function guardOf(provider: SpeechProvider) {
  const guard = guards.get(provider) ?? makeGuard(provider);
  guards.set(provider, guard);
  return guard;
}

function makeGuard({ concurrency: places }: SpeechProvider) {
  // One business gets all places but one, so that another always finds one.
  const mostEach = Math.max(1, (places ?? 0) - 1);
  return {
    turns: places === null ? null : new FairTurns({ places, mostEach, mostWaiting: places, longestWaitMs }),
    circuit: new Circuit(),
    retries: new RetryBudget(),
    running: new Set<Promise<unknown>>(),
    recent: new RecentCalls(),
  };
}

/** Requests of an engine in this process that run and wait, its circuit, and how those of five minutes went. */
export function occupancyOf(provider: SpeechProvider) {
  const { turns, circuit, recent, running } = guardOf(provider);
  return {
    places: provider.concurrency ?? 0,
    running: turns?.running ?? running.size,
    waiting: turns?.waiting ?? 0,
    circuit: circuit.isClosed ? "closed" : "open",
    ...recent.sum(),
  };
}

export async function whenIdle(provider: SpeechProvider): Promise<void> {
  await Promise.allSettled(guards.get(provider)?.running ?? []);
}

export function closeWhenIdle(provider: SpeechProvider): void {
  void whenIdle(provider).then(() => provider.close?.());
}

const longestRetryAfterMs = seconds(1);

/** Milliseconds before a failed call is retried, or null when it must not be. */
function pauseBeforeRetry(error: unknown): number | null {
  if (!(error instanceof ProviderError) || !error.retryable) return null;
  const { retryAfterMs = 0 } = error;
  return retryAfterMs <= longestRetryAfterMs ? retryAfterMs + Math.random() * 300 : null;
}

const mostSavedRetries = 10;

/** Limits retries to a tenth of the calls, so that a failing engine does not get twice the load. */
class RetryBudget {
  /** In tenths of a retry. */
  #saved = 0;

  deposit(): void {
    this.#saved = Math.min(mostSavedRetries * 10, this.#saved + 1);
  }

  take(): boolean {
    if (this.#saved < 10) return false;
    this.#saved -= 10;
    return true;
  }
}

const recentMs = minutes(5);
const mostRecent = 2000;

/** How an engine's calls of the last five minutes went, the newest 2,000. Times are `performance.now()`. */
class RecentCalls {
  #calls: { at: number; ms: number; isFailure: boolean }[] = [];

  /** Remembers how long `work` takes. Rejected values and full queues are no failures of the engine. */
  async watch<Result>(work: Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const end = (isFailure: boolean) => {
      const at = performance.now();
      this.#calls.push({ at, ms: at - startedAt, isFailure });
      if (this.#calls.length > 2 * mostRecent) this.#calls = this.#calls.slice(-mostRecent);
    };
    try {
      const result = await work;
      end(false);
      return result;
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : "broken";
      if (kind === "broken" || kind === "timeout") end(true);
      throw error;
    }
  }

  sum(): { calls: number; failures: number; p50Ms: number | null; p95Ms: number | null } {
    const since = performance.now() - recentMs;
    this.#calls = this.#calls.filter(({ at }) => at >= since).slice(-mostRecent);
    const times = this.#calls.flatMap(({ ms, isFailure }) => (isFailure ? [] : [ms])).sort((one, other) => one - other);
    const at = (quantile: number) => {
      const time = times[Math.max(0, Math.ceil(times.length * quantile) - 1)];
      return time === undefined ? null : Math.round(time);
    };
    const failures = this.#calls.filter(({ isFailure }) => isFailure).length;
    return { calls: this.#calls.length, failures, p50Ms: at(0.5), p95Ms: at(0.95) };
  }
}
