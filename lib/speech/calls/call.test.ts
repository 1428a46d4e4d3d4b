import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProviderError, type SpeechProvider } from "@/lib/speech/provider";
import { callEngine } from "./call";
import { engineStates, whenIdle } from "./guarded";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

let count = 0;
const makeEngine = (concurrency = 8): SpeechProvider => ({
  name: `engine-${++count}`,
  voices: [],
  models: [],
  concurrency,
  health: async () => ({ ok: true }),
});

const options = (budgetMs = 30_000) => ({ signal: new AbortController().signal, budgetMs });
const broken = () => Promise.reject(new ProviderError("broken", "x"));
const passing = () => Promise.reject(new ProviderError("broken", "x", { retryable: true }));
const never = () => new Promise<never>(() => undefined);
const hello = async () => "hello";
const settle = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const stateOf = (engine: SpeechProvider) => engineStates().find(({ name }) => name === engine.name);

/** Lets ten calls succeed, which saves up for one retry. */
const saveUp = async (engine: SpeechProvider) => {
  for (let call = 0; call < 10; call++) await callEngine(engine, hello, options());
};

const fail = async (engine: SpeechProvider, times: number) => {
  for (let call = 0; call < times; call++) await settle(callEngine(engine, broken, options()));
};

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

test("an engine that fails is left alone after five failures, and refuses without being called", async () => {
  const engine = makeEngine();
  await fail(engine, 5);
  const operation = vi.fn(hello);
  expect(await settle(callEngine(engine, operation, options()))).toMatchObject({ kind: "broken", retryable: false });
  expect(operation).not.toHaveBeenCalled();
});

test("an engine of which half the calls fail is left alone too", async () => {
  const engine = makeEngine();
  for (let round = 0; round < 4; round++) {
    await callEngine(engine, hello, options());
    await fail(engine, 1);
  }
  expect(stateOf(engine)?.breaker).toBe("open");
});

test("an engine that hangs is left alone within five seconds", async () => {
  const engine = makeEngine();
  await callEngine(engine, hello, options());
  const hanging = [1, 2, 3].map(() => settle(callEngine(engine, never, options(30_000))));
  await vi.advanceTimersByTimeAsync(4100);
  const before = performance.now();
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({ kind: "broken" });
  expect(performance.now() - before).toBe(0);
  await vi.advanceTimersByTimeAsync(30_000);
  await Promise.all(hanging);
});

test("an engine that is known to be slow, or has long audio to hear, is not taken for hung", async () => {
  const slow = makeEngine();
  const once = callEngine(slow, () => new Promise((resolve) => setTimeout(resolve, 8000)), options());
  await vi.advanceTimersByTimeAsync(8000);
  await once;
  const long = makeEngine();
  const calls = [slow, slow, slow].map((engine) => settle(callEngine(engine, never, options(30_000))));
  calls.push(...[long, long, long].map((engine) => settle(callEngine(engine, never, options(480_000)))));
  await vi.advanceTimersByTimeAsync(20_000);
  expect([slow, long].map((engine) => stateOf(engine)?.breaker)).toEqual(["closed", "closed"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stateOf(long)?.breaker).toBe("open");
  await vi.advanceTimersByTimeAsync(480_000);
  await Promise.all(calls);
});

test("an engine with one place that takes its time is full, not hung", async () => {
  const engine = makeEngine(1);
  const calls = [1, 2].map(() => settle(callEngine(engine, never, options(30_000))));
  await vi.advanceTimersByTimeAsync(1900);
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({ kind: "busy" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stateOf(engine)?.breaker).toBe("closed");
  await vi.advanceTimersByTimeAsync(30_000);
  await Promise.all(calls);
});

test("one probe at a time tries an engine that failed, and its success opens the way for all", async () => {
  const engine = makeEngine();
  await fail(engine, 5);
  await vi.advanceTimersByTimeAsync(2000);
  let heal = (_: string) => undefined as unknown;
  const probe = callEngine(engine, () => new Promise<string>((resolve) => (heal = resolve)), options());
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({ kind: "broken" });
  heal("well");
  expect(await probe).toBe("well");
  expect(await callEngine(engine, hello, options())).toBe("hello");
});

test("an engine that heals takes calls again within ten seconds, though its old calls hang on", async () => {
  const engine = makeEngine(4);
  const hanging = Array.from({ length: 4 }, () => settle(callEngine(engine, never, options(30_000))));
  await vi.advanceTimersByTimeAsync(4100);
  expect(stateOf(engine)?.breaker).toBe("open");
  const healedAt = performance.now();
  while ((await settle(callEngine(engine, hello, options()))) !== "hello") await vi.advanceTimersByTimeAsync(250);
  expect(performance.now() - healedAt).toBeLessThanOrEqual(10_000);
  expect(await Promise.all(Array.from({ length: 4 }, () => callEngine(engine, hello, options())))).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.all(hanging)).toHaveLength(4);
  expect(stateOf(engine)?.breaker).toBe("closed");
});

test("rejected values, full queues and clients that hang up leave no mark on an engine", async () => {
  const engine = makeEngine();
  const gone = { signal: AbortSignal.abort(), budgetMs: 1000 };
  for (const kind of ["rejected", "busy"] as const) {
    const operation = () => Promise.reject(new ProviderError(kind, "x"));
    for (let call = 0; call < 20; call++) await settle(callEngine(engine, operation, options()));
  }
  for (let call = 0; call < 20; call++) await settle(callEngine(engine, broken, gone));
  expect(await callEngine(engine, hello, options())).toBe("hello");
});

test("what may pass is tried once more, and never a third time", async () => {
  const engine = makeEngine();
  await saveUp(engine);
  await saveUp(engine);
  const operation = vi.fn(passing);
  const ending = settle(callEngine(engine, operation, options()));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await ending).toMatchObject({ kind: "broken" });
  expect(operation).toHaveBeenCalledTimes(2);
});

test.each([
  ["what was rejected", new ProviderError("rejected", "x", { retryable: true }), 30_000],
  ["what will not pass", new ProviderError("broken", "x"), 30_000],
  ["what is full without saying until when", new ProviderError("busy", "x"), 30_000],
  ["what would end after the budget", new ProviderError("timeout", "x"), 900],
])("%s is not tried again", async (_, error, budgetMs) => {
  const engine = makeEngine();
  await saveUp(engine);
  const operation = vi.fn(() => Promise.reject(error));
  const ending = settle(callEngine(engine, operation, options(budgetMs)));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await ending).toBe(error);
  expect(operation).toHaveBeenCalledTimes(1);
});

test("however many calls fail, at most a tenth of them is tried again", async () => {
  const outcomes = fc.array(fc.boolean(), { minLength: 1, maxLength: 200 });
  const property = fc.asyncProperty(outcomes, async (fails) => {
    const engine = makeEngine();
    let tried = 0;
    for (const isFailing of fails) {
      const operation = () => {
        tried++;
        return isFailing ? passing() : hello();
      };
      const ending = settle(callEngine(engine, operation, options()));
      await vi.advanceTimersByTimeAsync(2500);
      await ending;
    }
    expect(tried).toBeLessThanOrEqual(fails.length * 1.1);
  });
  await fc.assert(property, { numRuns: 20 });
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
