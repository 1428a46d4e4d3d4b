// @module-tag promise
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProviderError, type SpeechProvider } from "@/lib/engines/provider";
import { hello, makeEngine, options, passing, settle } from "@/testing/fakes/toy-engine";
import { callEngine } from "./call";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Ten successful calls earn one retry. */
const saveUp = async (engine: SpeechProvider) => {
  for (let call = 0; call < 10; call++) await callEngine(engine, hello, options());
};

test("a retryable failure is retried once, and never twice", async () => {
  const engine = makeEngine();
  await saveUp(engine);
  await saveUp(engine);
  const operation = vi.fn(passing);
  const ending = settle(callEngine(engine, operation, options()));
  await vi.advanceTimersByTimeAsync(300);
  expect(await ending).toMatchObject({ kind: "broken" });
  expect(operation).toHaveBeenCalledTimes(2);
});

test.each([
  ["what was rejected", new ProviderError("rejected", "x")],
  ["what will not pass", new ProviderError("broken", "x")],
  ["what is full without saying until when", new ProviderError("busy", "x")],
  ["what is full for longer than a second", new ProviderError("busy", "x", { retryAfterMs: 1001 })],
])("%s is not retried", async (_, error) => {
  const engine = makeEngine();
  await saveUp(engine);
  const operation = vi.fn(() => Promise.reject(error));
  expect(await settle(callEngine(engine, operation, options()))).toBe(error);
  expect(operation).toHaveBeenCalledTimes(1);
});

test("a call whose client disconnects before the retry is not repeated", async () => {
  const engine = makeEngine();
  await saveUp(engine);
  const client = new AbortController();
  const operation = vi.fn(passing);
  // The retry is not due before the client disconnects.
  const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
  const ending = settle(callEngine(engine, operation, { signal: client.signal }));
  await vi.advanceTimersByTimeAsync(0);
  random.mockRestore();
  client.abort();
  expect(await ending).toMatchObject({ kind: "timeout" });
  await vi.advanceTimersByTimeAsync(300);
  expect(operation).toHaveBeenCalledTimes(1);
});

test("at most a tenth of the calls is retried, however many fail", async () => {
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
