import { CircuitState, ConsecutiveBreaker, circuitBreaker, DelegateBackoff, handleWhen } from "cockatiel";
import { ProviderError } from "@/lib/engines/provider";
import { seconds } from "@/lib/platform/clock";

const failuresInARow = 5;
const halfOpenAfter = seconds(2);

export type CircuitOptions = {
  /** Aborted with a TimeoutError at the end of the budget, and with anything else when the caller gave up. */
  signal: AbortSignal;
  /** A timeout on so large a request does not count as a failure. */
  isLong?: boolean;
};

/**
 * Opens after five failures in a row. Two seconds later one call, the probe, decides whether it closes, or the next if
 * its client disconnects. Others fail at once: cockatiel would have them wait for it and ignore their signals.
 */
export class Circuit {
  readonly #failures = new WeakSet<Error>();
  readonly #policy = circuitBreaker(
    handleWhen((error) => this.#failures.has(error)),
    { breaker: new ConsecutiveBreaker(failuresInARow), halfOpenAfter: new DelegateBackoff(() => this.#pauseMs) },
  );
  #openedAt = 0;
  #pauseMs = halfOpenAfter;

  constructor() {
    this.#policy.onBreak(() => {
      this.#openedAt = Date.now();
    });
  }

  get isClosed(): boolean {
    return this.#policy.state === CircuitState.Closed;
  }

  /** Whether `run` would call the engine now. */
  get admits(): boolean {
    const isDue = this.#policy.state === CircuitState.Open && Date.now() - this.#openedAt >= this.#pauseMs;
    return this.isClosed || isDue;
  }

  /** Throws ProviderError `broken` when `run` would. */
  check(): void {
    if (!this.admits) throw new ProviderError("broken", "This engine failed several times and is left alone.");
  }

  /** Throws ProviderError `broken` at once while the circuit is open. */
  async run<Result>(work: () => Promise<Result>, terms: CircuitOptions): Promise<Result> {
    this.check();
    const isProbe = !this.isClosed;
    return this.#policy.execute(async () => {
      if (isProbe) this.#pauseMs = halfOpenAfter;
      try {
        return await work();
      } catch (error) {
        if (isProbe && isLeft(terms)) this.#pauseMs = 0;
        // A probe that proved nothing about the engine must not close the circuit.
        if (isProbe ? !isRejection(error) : isFailure(error, terms)) this.#failures.add(error as Error);
        throw error;
      }
    });
  }
}

/** Whether the caller gave up. */
export const isLeft = ({ signal }: CircuitOptions) => signal.aborted && signal.reason?.name !== "TimeoutError";

const isRejection = (error: unknown) => error instanceof ProviderError && error.kind === "rejected";

/** Whether an error means that the engine is unhealthy. Full queues and rejected values do not. */
function isFailure(error: unknown, { signal, isLong }: CircuitOptions): boolean {
  if (isLeft({ signal })) return false;
  if (!(error instanceof ProviderError)) return true;
  return error.kind === "broken" || (error.kind === "timeout" && !isLong);
}
