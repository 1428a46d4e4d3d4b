import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { SpeechProvider } from "@/lib/speech/provider";
import { openEngine, say, startMachine } from "@/lib/testing/remote-engine";
import { answering, hanging } from "@/lib/testing/speech-failures";
import { well } from "@/lib/testing/speech-server";
import { callEngine } from "./call";
import { engineStates } from "./guarded";

const call = (provider: SpeechProvider) =>
  callEngine(provider, (signal) => say(provider, "Xin chào", {}, signal), {
    signal: new AbortController().signal,
    budgetMs: 30_000,
  }).then(
    () => "spoken",
    (error: { kind?: string }) => error.kind,
  );

const breakerOf = (provider: SpeechProvider) => engineStates().find(({ name }) => name === provider.name)?.breaker;

/** Calls ten times a second, as others do meanwhile, until something holds; the milliseconds that took. */
async function callUntil(provider: SpeechProvider, holds: () => boolean | Promise<boolean>): Promise<number> {
  const before = performance.now();
  while (!(await holds())) {
    void call(provider);
    await sleep(100);
  }
  return performance.now() - before;
}

test("a hung engine is left alone within five seconds, refuses within 50 ms, and is back within ten once it heals", async () => {
  const server = await startMachine();
  const provider = openEngine([server], { id: "hung" });
  expect(await call(provider)).toBe("spoken");
  server.behave(hanging);
  expect(await callUntil(provider, () => breakerOf(provider) !== "closed")).toBeLessThanOrEqual(5000);

  const before = performance.now();
  expect(await call(provider)).toBe("broken");
  expect(performance.now() - before).toBeLessThan(50);

  server.behave(well);
  const healed = await callUntil(provider, async () => (await call(provider)) === "spoken");
  expect(healed).toBeLessThanOrEqual(10_000);
  expect(await Promise.all(Array.from({ length: 10 }, () => call(provider)))).toEqual(Array(10).fill("spoken"));
});

test("a failing engine is called a few times, then once every two seconds", async () => {
  const server = await startMachine(answering(500, {}));
  const provider = openEngine([server], { id: "failing" });
  await callUntil(provider, () => breakerOf(provider) === "open");
  const seen = server.seen.length;
  expect(seen).toBeLessThanOrEqual(7);
  const end = performance.now() + 3000;
  await callUntil(provider, () => performance.now() > end);
  expect(server.seen.length - seen).toBeLessThanOrEqual(2);
});
