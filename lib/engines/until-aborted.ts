import { ProviderError } from "./provider";

/** The error of a call whose caller has given up. */
export const stopped = (signal: AbortSignal): ProviderError =>
  new ProviderError("timeout", "The speech engine was told to stop.", { cause: signal.reason });

/** The promise's outcome, or a `timeout` as soon as the signal aborts, after `onAbort`. */
export function untilAborted<Answer>(
  promise: Promise<Answer>,
  signal: AbortSignal,
  onAbort: () => void = () => undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      onAbort();
      reject(stopped(signal));
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
