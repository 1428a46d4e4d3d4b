// @module-tag promise
// @module-tag slow
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SpeechProvider } from "@/lib/engines/provider";
import { answering, hanging } from "@/testing/corpora/speech-failures";
import { openEngine, say, startMachine } from "@/testing/fakes/remote-engine";
import { well } from "@/testing/fakes/speech-server";
import { callEngine } from "./call";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

// The default is ten seconds: `engines/parse.test.ts`.
const timeouts = { firstByteMs: 200 };

const call = (provider: SpeechProvider) => {
  const signal = AbortSignal.timeout(30_000);
  return callEngine(provider, () => say(provider, "Xin chào", {}, signal), { signal }).then(
    () => "spoken",
    (error: { kind?: string }) => error.kind,
  );
};

const callAtOnce = (provider: SpeechProvider, count: number) =>
  Promise.all(Array.from({ length: count }, () => call(provider)));

test("five calls without a first byte open the circuit; one call after two seconds closes it once the engine has recovered", async () => {
  const server = await startMachine(hanging);
  const provider = openEngine([server], { timeouts });
  expect(await callAtOnce(provider, 5)).toEqual(Array(5).fill("timeout"));
  expect(await callAtOnce(provider, 5)).toEqual(Array(5).fill("broken"));
  vi.advanceTimersByTime(2000);
  expect((await callAtOnce(provider, 5)).sort()).toEqual([...Array(4).fill("broken"), "timeout"]);
  expect(server.seen).toHaveLength(6);

  server.behave(well);
  vi.advanceTimersByTime(2000);
  expect(await call(provider)).toBe("spoken");
  expect(await callAtOnce(provider, 5)).toEqual(Array(5).fill("spoken"));
});

test("an engine that responds with errors opens the circuit too", async () => {
  const server = await startMachine(answering(500, {}));
  const provider = openEngine([server]);
  await callAtOnce(provider, 5);
  expect(await callAtOnce(provider, 5)).toEqual(Array(5).fill("broken"));
  expect(server.seen).toHaveLength(5);
});

test("of two upstreams the one that hangs gets one call at a time, and the other serves", async () => {
  const [hung, healthy] = [await startMachine(hanging), await startMachine()];
  const upstreams = [{ baseUrl: hung.url, weight: 1000 }, { baseUrl: healthy.url }];
  const provider = openEngine([], { timeouts, upstreams });
  await callAtOnce(provider, 10);
  expect(hung.seen.length).toBeGreaterThanOrEqual(5);
  vi.advanceTimersByTime(2000);
  expect(await call(provider)).toBe("spoken");
  // An upstream that failed is skipped for five seconds.
  vi.advanceTimersByTime(5000);
  const outcomes = await callAtOnce(provider, 10);
  expect(outcomes.filter((outcome) => outcome !== "spoken").length).toBeLessThanOrEqual(1);
});
