/**
 * Awaits `work` with a signal that aborts when `outer` does and after `longestMs`. For what every request does: V8
 * keeps everything attached to the signals of `AbortSignal.any` and `AbortSignal.timeout` until a full garbage
 * collection.
 */
export async function withTimeout<Result>(
  longestMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const end = new AbortController();
  const stop = () => end.abort(outer.reason);
  const timeOut = () => end.abort(new DOMException("The time is over.", "TimeoutError"));
  if (outer.aborted) stop();
  const timer = setTimeout(timeOut, longestMs);
  outer.addEventListener("abort", stop, { once: true });
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", stop);
  }
}
