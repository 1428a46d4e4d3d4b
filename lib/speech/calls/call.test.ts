import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProviderError } from "@/lib/speech/provider";
import { hello, makeEngine, never, options, settle, stateOf } from "@/lib/testing/toy-engine";
import { callEngine } from "./call";
import { whenIdle } from "./guarded";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a call ends with its budget, although the engine never hears of it", async () => {
  const ending = settle(callEngine(makeEngine(), never, options(30_000)));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await ending).toMatchObject({ kind: "timeout" });
});

test("the end of the budget reaches the engine's signal", async () => {
  let heard: AbortSignal | undefined;
  const listen = (signal: AbortSignal) => {
    heard = signal;
    return never();
  };
  const ending = settle(callEngine(makeEngine(), listen, options(1000)));
  await vi.advanceTimersByTimeAsync(1000);
  await ending;
  expect(heard?.aborted).toBe(true);
});

test("as many calls as the engine takes run, as many wait, the next is refused at once", async () => {
  const engine = makeEngine(3);
  const calls = Array.from({ length: 6 }, () => settle(callEngine(engine, never, options(1000))));
  await Promise.resolve();
  expect(stateOf(engine)).toMatchObject({ inFlight: 3, waiting: 3 });
  const before = performance.now();
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({ kind: "busy" });
  expect(performance.now() - before).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(calls);
  expect(stateOf(engine)).toMatchObject({ inFlight: 0, waiting: 0 });
});

test("whatever calls come and end, never more run at once than the engine takes, and none is forgotten", async () => {
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
    expect(stateOf(engine) ?? { inFlight: 0, waiting: 0 }).toMatchObject({ inFlight: 0, waiting: 0 });
  });
  await fc.assert(property, { numRuns: 40 });
});

test("an engine is idle once its last call has ended", async () => {
  const engine = makeEngine();
  let isIdle = false;
  const call = settle(callEngine(engine, never, options(5000)));
  const waiting = whenIdle(engine).then(() => (isIdle = true));
  await vi.advanceTimersByTimeAsync(4999);
  expect(isIdle).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all([call, waiting]);
  expect(isIdle).toBe(true);
});

test("a call whose client has gone is not made", async () => {
  const operation = vi.fn(hello);
  const gone = { signal: AbortSignal.abort(), budgetMs: 1000 };
  expect(await settle(callEngine(makeEngine(), operation, gone))).toMatchObject({ kind: "timeout" });
  expect(operation).not.toHaveBeenCalled();
});

test("however many calls of one business an engine has, a call of another begins at once and gets the next place", async () => {
  const engine = makeEngine(4);
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((end) => ends.push(end));
  const ask = (owner: string, operation: () => Promise<unknown> = work) =>
    settle(callEngine(engine, operation, { ...options(), owner }));
  const slow = Array.from({ length: 7 }, () => ask("A"));
  await vi.advanceTimersByTimeAsync(0);
  expect(stateOf(engine)).toMatchObject({ inFlight: 3, waiting: 4 });
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

test("long texts that are not spoken within the budget open no circuit, neither at its end nor before", async () => {
  const engine = makeEngine(8);
  const long = Array.from({ length: 6 }, () => settle(callEngine(engine, never, { ...options(), isLong: true })));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await callEngine(engine, hello, options())).toBe("hello");
  await vi.advanceTimersByTimeAsync(1000);
  for (const ended of await Promise.all(long)) expect(ended).toMatchObject({ kind: "timeout" });
  expect(stateOf(engine)).toMatchObject({ breaker: "closed" });
});

test("calls that wait for each other in threads of this process are not taken for hanging", async () => {
  const engine = { ...makeEngine(8), isInProcess: true };
  const slow = Array.from({ length: 4 }, () => settle(callEngine(engine, never, options(30_000))));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(stateOf(engine)).toMatchObject({ breaker: "closed" });
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(slow);
});
