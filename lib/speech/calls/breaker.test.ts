import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProviderError, type SpeechProvider } from "@/lib/speech/provider";
import { broken, hello, makeEngine, never, options, settle, stateOf } from "@/lib/testing/toy-engine";
import { callEngine } from "./call";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const fail = async (engine: SpeechProvider, times: number) => {
  for (let call = 0; call < times; call++) await settle(callEngine(engine, broken, options()));
};

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
  for (const kind of ["rejected", "busy"] as const) {
    const operation = () => Promise.reject(new ProviderError(kind, "x"));
    for (let call = 0; call < 20; call++) await settle(callEngine(engine, operation, options()));
  }
  for (let call = 0; call < 20; call++) {
    const hangUp = new AbortController();
    const ending = settle(callEngine(engine, never, { signal: hangUp.signal, budgetMs: 1000 }));
    await Promise.resolve();
    hangUp.abort();
    await ending;
  }
  expect(await callEngine(engine, hello, options())).toBe("hello");
});
