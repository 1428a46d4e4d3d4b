import { CircuitState, ConsecutiveBreaker, circuitBreaker, DelegateBackoff, handleWhen } from "cockatiel";
import { seconds } from "@/lib/clock";
import { ProviderError } from "@/lib/engines/provider";

const failuresInARow = 5;
const halfOpenAfter = seconds(2);

export type Terms = {
  /** Of the call. Its reason is a TimeoutError at the end of the budget, and anything else when nobody waits any more. */
  signal: AbortSignal;
  /** So much was asked that running out of time says nothing of the engine. */
  isLong?: boolean;
};

/**
 * Opens after five failures in a row; two seconds later one call, the probe, finds out whether to close it. If its client
 * disconnects it has found out nothing, and the next call is the probe. Refuses all
 * others at once meanwhile: cockatiel would have them wait for the probe and forget their signals.
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

  /** Throws ProviderError `broken` while `run` would. */
  check(): void {
    if (!this.admits) throw new ProviderError("broken", "This engine failed several times and is left alone.");
  }

  /** Throws ProviderError `broken` at once while the circuit is open. */
  async run<Result>(work: () => Promise<Result>, terms: Terms): Promise<Result> {
    this.check();
    const isProbe = !this.isClosed;
    return this.#policy.execute(async () => {
      if (isProbe) this.#pauseMs = halfOpenAfter;
      try {
        return await work();
      } catch (error) {
        if (isProbe && isLeft(terms)) this.#pauseMs = 0;
        // A probe that said nothing of the engine must not close the circuit.
        if (isProbe ? !isRejection(error) : isFailure(error, terms)) this.#failures.add(error as Error);
        throw error;
      }
    });
  }
}

/** Whether nobody waits any more. */
const isLeft = ({ signal }: Terms) => signal.aborted && signal.reason?.name !== "TimeoutError";

const isRejection = (error: unknown) => error instanceof ProviderError && error.kind === "rejected";

/** Whether an error says that the engine is not well. A full one and one that rejects a value are. */
function isFailure(error: unknown, { signal, isLong }: Terms): boolean {
  if (isLeft({ signal })) return false;
  if (!(error instanceof ProviderError)) return true;
  return error.kind === "broken" || (error.kind === "timeout" && !isLong);
}
