import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { within } from "./within";

/** Never ends by itself. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    if (signal.aborted) resolve("stopped");
    signal.addEventListener("abort", () => resolve("stopped"));
  });

test("work is stopped when its caller hangs up, before or meanwhile, and when its time is over", async () => {
  expect(await within(60_000, AbortSignal.abort(), untilStopped)).toBe("stopped");
  const caller = new AbortController();
  const working = within(60_000, caller.signal, untilStopped);
  caller.abort();
  expect(await working).toBe("stopped");
  expect(await within(10, new AbortController().signal, untilStopped)).toBe("stopped");
});

test("nothing of ended work stays with its caller, whether it was done or failed", async () => {
  const { signal } = new AbortController();
  expect(await within(60_000, signal, async (end) => end.aborted)).toBe(false);
  await expect(within(60_000, signal, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
