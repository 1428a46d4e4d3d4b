import { ProviderError } from "@/lib/engines/provider";
import { minutes } from "@/lib/platform/clock";

const keptMs = minutes(5);
const mostKept = 2000;

type Call = { at: number; ms: number; isFailure: boolean };

/** How an engine's calls of the last five minutes went, the newest 2,000. Times are `performance.now()`. */
export class RecentCalls {
  #calls: Call[] = [];

  /** Runs `work` and remembers how long it took. Rejected values and full queues are no failures of the engine. */
  async watch<Result>(work: Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const end = (isFailure: boolean) => {
      const at = performance.now();
      this.#calls.push({ at, ms: at - startedAt, isFailure });
      if (this.#calls.length > 2 * mostKept) this.#calls = this.#calls.slice(-mostKept);
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
    const since = performance.now() - keptMs;
    this.#calls = this.#calls.filter(({ at }) => at >= since).slice(-mostKept);
    const times = this.#calls.flatMap(({ ms, isFailure }) => (isFailure ? [] : [ms])).sort((one, other) => one - other);
    const at = (quantile: number) => {
      const time = times[Math.max(0, Math.ceil(times.length * quantile) - 1)];
      return time === undefined ? null : Math.round(time);
    };
    const failures = this.#calls.filter(({ isFailure }) => isFailure).length;
    return { calls: this.#calls.length, failures, p50Ms: at(0.5), p95Ms: at(0.95) };
  }
}
