import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProviderError, type SpeechProvider } from "@/lib/speech/provider";
import { hello, makeEngine, options, passing, settle } from "@/lib/testing/toy-engine";
import { callEngine } from "./call";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets ten calls succeed, which saves up for one retry. */
const saveUp = async (engine: SpeechProvider) => {
  for (let call = 0; call < 10; call++) await callEngine(engine, hello, options());
};

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
