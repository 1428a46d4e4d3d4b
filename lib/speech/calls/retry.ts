import { seconds } from "@/lib/clock";
import { ProviderError } from "@/lib/speech/provider";

const longestPauseMs = 300;
const shortestRestMs = seconds(1);
/** Of the calls that may be tried again: one in ten. */
const share = 0.1;
const mostSaved = 10;

/** Keeps retries to a tenth of the calls, so that a failing engine is not called twice as often. */
export class RetryBudget {
  #saved = 0;

  deposit(): void {
    this.#saved = Math.min(mostSaved, this.#saved + share);
  }

  take(): boolean {
    // Ten tenths are a little less than one.
    if (this.#saved < 1 - 1e-9) return false;
    this.#saved -= 1;
    return true;
  }
}

/**
 * Milliseconds until a failed call may be tried once more, or null when it may not. `tookMs` is how long it took,
 * `restMs` how much of its time is left: another try must have room for as long a one.
 */
export function pauseBeforeRetry(error: unknown, tookMs: number, restMs: number): number | null {
  if (!(error instanceof ProviderError) || !error.retryable || error.kind === "rejected") return null;
  // An engine of ours that is busy stays so; an upstream says when to come back.
  if (error.kind === "busy" && error.retryAfterMs === undefined) return null;
  const pauseMs = Math.random() * longestPauseMs + (error.retryAfterMs ?? 0);
  return restMs - pauseMs >= Math.max(shortestRestMs, tookMs) ? pauseMs : null;
}
