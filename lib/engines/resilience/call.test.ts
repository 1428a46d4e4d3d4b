// @module-tag promise
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProviderError } from "@/lib/engines/provider";
import { seconds } from "@/lib/platform/clock";
import { withTimeout } from "@/lib/platform/with-timeout";
import { broken, hello, makeEngine, never, options, settle } from "@/testing/fakes/toy-engine";
import { promised } from "@/testing/promises";
import { callEngine, whenIdle } from "./call";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that ends on request. */
function makeWork() {
  const ends: (() => void)[] = [];
  return { ends, work: () => new Promise<void>((end) => ends.push(end)) };
}

test("a call ends with its budget when the engine never responds", async () => {
  const { signal: client } = options();
  const budgetMs = seconds(promised("A5"));
  const ending = settle(withTimeout(budgetMs, client, (signal) => callEngine(makeEngine(), never, { signal })));
  await vi.advanceTimersByTimeAsync(budgetMs);
  expect(await ending).toMatchObject({ kind: "timeout" });
});

test("a call whose client has disconnected is not made", async () => {
  const operation = vi.fn(hello);
  const call = callEngine(makeEngine(), operation, { signal: AbortSignal.abort() });
  expect(await settle(call)).toMatchObject({ kind: "timeout" });
  expect(operation).not.toHaveBeenCalled();
});

test("calls run up to the engine's concurrency, as many wait for two seconds, and the next is rejected at once", async () => {
  const engine = makeEngine(3);
  const { work, ends } = makeWork();
  const calls = ["A", "B", "C", "A", "B", "C"].map((owner) =>
    settle(callEngine(engine, work, { ...options(), owner })),
  );
  await vi.advanceTimersByTimeAsync(1999);
  expect(ends).toHaveLength(3);
  expect(await settle(callEngine(engine, hello, { ...options(), owner: "D" }))).toMatchObject({ kind: "busy" });
  await vi.advanceTimersByTimeAsync(1);
  for (const waited of calls.slice(3)) expect(await waited).toMatchObject({ kind: "busy" });
  for (const end of ends) end();
  await Promise.all(calls);
});

test("no call waits for an engine whose circuit is open", async () => {
  const engine = makeEngine(2);
  const { work, ends } = makeWork();
  const held = callEngine(engine, work, { ...options(), owner: "A" });
  for (let call = 0; call < 5; call++) await settle(callEngine(engine, broken, { ...options(), owner: "B" }));
  expect(await settle(callEngine(engine, hello, { ...options(), owner: "A" }))).toMatchObject({ kind: "broken" });
  ends[0]?.();
  await held;
});

test("with random calls and aborts, concurrency never exceeds the limit and every call ends", async () => {
  const call = fc.record({ startMs: fc.nat(300), tookMs: fc.nat(300), fails: fc.boolean() });
  const plan = fc.record({ concurrency: fc.integer({ min: 1, max: 4 }), calls: fc.array(call, { maxLength: 25 }) });
  const property = fc.asyncProperty(plan, async ({ concurrency, calls }) => {
    const engine = makeEngine(concurrency);
    let [running, most] = [0, 0];
    const work = (tookMs: number, fails: boolean) => async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      running--;
      if (fails) throw new ProviderError("rejected", "x");
    };
    const all = calls.map(async ({ startMs, tookMs, fails }) => {
      await new Promise((resolve) => setTimeout(resolve, startMs));
      await settle(callEngine(engine, work(tookMs, fails), options()));
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(all);
    await whenIdle(engine);
    expect(most).toBeLessThanOrEqual(concurrency);
    expect(await callEngine(engine, hello, options())).toBe("hello");
  });
  await fc.assert(property, { numRuns: 40 });
});

test("an engine is idle once its last call has ended", async () => {
  const engine = makeEngine();
  const { work, ends } = makeWork();
  const call = callEngine(engine, work, options());
  const isIdle = vi.fn();
  const waiting = whenIdle(engine).then(isIdle);
  await vi.advanceTimersByTimeAsync(5000);
  expect(isIdle).not.toHaveBeenCalled();
  ends[0]?.();
  await Promise.all([call, waiting]);
});

test("with many calls of one business, a call of another starts at once and gets the next place", async () => {
  const engine = makeEngine(4);
  const { work, ends } = makeWork();
  const ask = (owner: string, operation: () => Promise<unknown> = work) =>
    settle(callEngine(engine, operation, { ...options(), owner }));
  const slow = Array.from({ length: 7 }, () => ask("A"));
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(3);
  expect(await ask("B", hello)).toBe("hello");

  const held = ask("B");
  const waits = ask("B");
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.race([...slow, "none"])).toMatchObject({ kind: "busy" });
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  ends[3]?.();
  ends[4]?.();
  await Promise.all([held, waits]);
});
