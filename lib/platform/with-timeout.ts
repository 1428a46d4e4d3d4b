/** Unlike with `AbortSignal.any` and `timeout`, V8 does not keep what is attached until a full garbage collection. */
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
