import { ProviderError } from "@/lib/engines/provider";
import { seconds } from "@/lib/platform/clock";

const longestWaitMs = seconds(1);
const mostSaved = 10;

/** Limits retries to a tenth of the calls, so that a failing engine does not get twice the load. */
export class RetryBudget {
  /** In tenths of a retry. */
  #saved = 0;

  deposit(): void {
    this.#saved = Math.min(mostSaved * 10, this.#saved + 1);
  }

  take(): boolean {
    if (this.#saved < 10) return false;
    this.#saved -= 10;
    return true;
  }
}

/** Milliseconds before a failed call is retried, or null when it must not be. */
export function pauseBeforeRetry(error: unknown): number | null {
  if (!(error instanceof ProviderError) || !error.retryable) return null;
  const { retryAfterMs = 0 } = error;
  return retryAfterMs <= longestWaitMs ? retryAfterMs + Math.random() * 300 : null;
}
