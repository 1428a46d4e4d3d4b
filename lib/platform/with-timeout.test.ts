import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { withTimeout } from "./with-timeout";

/** Never ends by itself. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    if (signal.aborted) resolve("stopped");
    signal.addEventListener("abort", () => resolve("stopped"));
  });

test("work is stopped when its caller disconnects, before or meanwhile, and when its time is over", async () => {
  expect(await withTimeout(60_000, AbortSignal.abort(), untilStopped)).toBe("stopped");
  const caller = new AbortController();
  const working = withTimeout(60_000, caller.signal, untilStopped);
  caller.abort();
  expect(await working).toBe("stopped");
  expect(await withTimeout(10, new AbortController().signal, untilStopped)).toBe("stopped");
});

test("nothing of finished work stays referenced by its caller, whether it succeeded or failed", async () => {
  const { signal } = new AbortController();
  expect(await withTimeout(60_000, signal, async (end) => end.aborted)).toBe(false);
  await expect(withTimeout(60_000, signal, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
