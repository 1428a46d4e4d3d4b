// @module-tag promise
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProviderError, type SpeechProvider } from "@/lib/engines/provider";
import { withTimeout } from "@/lib/platform/with-timeout";
import { broken, hello, makeEngine, never, options, settle } from "@/testing/fakes/toy-engine";
import { promised } from "@/testing/promises";
import { callEngine } from "./call";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const fail = async (engine: SpeechProvider, times: number) => {
  for (let call = 0; call < times; call++) await settle(callEngine(engine, broken, options()));
};

const timeOut = (engine: SpeechProvider, isLong = false) =>
  settle(withTimeout(30_000, options().signal, (signal) => callEngine(engine, never, { signal, isLong })));

const disconnect = async (engine: SpeechProvider) => {
  const client = new AbortController();
  const ending = settle(withTimeout(30_000, client.signal, (signal) => callEngine(engine, never, { signal })));
  await vi.advanceTimersByTimeAsync(0);
  client.abort();
  await ending;
};

test("after five consecutive failures calls are rejected at once, without reaching the engine", async () => {
  const engine = makeEngine();
  await fail(engine, promised("A4") - 1);
  await callEngine(engine, hello, options());
  await fail(engine, promised("A4"));
  const operation = vi.fn(hello);
  expect(await settle(callEngine(engine, operation, options()))).toMatchObject({ kind: "broken", retryable: false });
  expect(operation).not.toHaveBeenCalled();
});

test("calls that time out without a response are failures", async () => {
  const engine = makeEngine();
  const calls = Array.from({ length: 5 }, () => timeOut(engine));
  await vi.advanceTimersByTimeAsync(30_000);
  for (const ended of await Promise.all(calls)) expect(ended).toMatchObject({ kind: "timeout" });
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({ kind: "broken" });
});

test("while one probe is running other calls are rejected at once, and its success closes the circuit", async () => {
  const engine = makeEngine();
  await fail(engine, 5);
  await vi.advanceTimersByTimeAsync(1999);
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({ kind: "broken" });
  await vi.advanceTimersByTimeAsync(1);
  let heal = (_: string) => undefined as unknown;
  const probe = callEngine(engine, () => new Promise<string>((resolve) => (heal = resolve)), options());
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({ kind: "broken" });
  heal("well");
  expect(await probe).toBe("well");
  expect(await callEngine(engine, hello, options())).toBe("hello");
});

test.each<[string, (engine: SpeechProvider) => Promise<unknown>]>([
  ["fails", (engine) => fail(engine, 1)],
  ["is busy", (engine) => settle(callEngine(engine, () => Promise.reject(new ProviderError("busy", "x")), options()))],
])("a probe that %s keeps the circuit open for two more seconds", async (_, probe) => {
  const engine = makeEngine();
  await fail(engine, 5);
  await vi.advanceTimersByTimeAsync(2000);
  await probe(engine);
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({ kind: "broken" });
  await vi.advanceTimersByTimeAsync(2000);
  expect(await callEngine(engine, hello, options())).toBe("hello");
});

test("a probe whose client disconnects proves nothing about the engine: the next call is the probe", async () => {
  const engine = makeEngine();
  await fail(engine, 5);
  await vi.advanceTimersByTimeAsync(2000);
  await disconnect(engine);
  await disconnect(engine);
  await fail(engine, 1);
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({
    message: expect.stringContaining("left alone"),
  });
  await vi.advanceTimersByTimeAsync(2000);
  await disconnect(engine);
  expect(await callEngine(engine, hello, options())).toBe("hello");
  await fail(engine, 5);
  await vi.advanceTimersByTimeAsync(1999);
  expect(await settle(callEngine(engine, hello, options()))).toMatchObject({ kind: "broken" });
});

test("rejected values, full queues and clients that disconnect do not open the circuit", async () => {
  const engine = makeEngine();
  for (const kind of ["rejected", "busy"] as const) {
    const operation = () => Promise.reject(new ProviderError(kind, "x"));
    for (let call = 0; call < 20; call++) await settle(callEngine(engine, operation, options()));
  }
  for (let call = 0; call < 20; call++) await disconnect(engine);
  expect(await callEngine(engine, hello, options())).toBe("hello");
});

test("timeouts on long texts do not open the circuit", async () => {
  const engine = makeEngine(8);
  const long = Array.from({ length: 6 }, () => timeOut(engine, true));
  await vi.advanceTimersByTimeAsync(30_000);
  for (const ended of await Promise.all(long)) expect(ended).toMatchObject({ kind: "timeout" });
  expect(await callEngine(engine, hello, options())).toBe("hello");
});
