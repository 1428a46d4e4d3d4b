// @module-tag promise
// @module-tag slow
import { availableParallelism } from "node:os";
import fc from "fast-check";
import type { Piscina } from "piscina";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "@/testing/fakes/sound";
import { trials } from "@/testing/harness/deep";
import { closePool, encodeInPool, synthesizeInPool, warmPool } from "./pool";

const utterance = {
  text: "Chợ quê má bán cá, bé ngã ở ngõ nhỏ.",
  engineVoice: "vi+f2",
  wordsPerMinute: 175,
  pitch: 50,
  range: 50,
  volume: 100,
  gainDb: 0,
};

const longText = "Hà Nội trời nhiều mây, có mưa rào nhẹ. ".repeat(40);
const never = () => new AbortController().signal;

/** How long the long text takes on this machine. */
let wholeMs: number;

beforeAll(async () => {
  await warmPool();
  const before = performance.now();
  await synthesizeInPool({ ...utterance, text: longText }, never());
  wholeMs = performance.now() - before;
});
afterAll(closePool);

test("the southern dialect has a melody of its own with the same voice", async () => {
  const north = await synthesizeInPool({ ...utterance, engineVoice: "vi" }, never());
  const south = await synthesizeInPool({ ...utterance, engineVoice: "vi-vn-x-south" }, never());
  const [northern, southern] = [listen(north.samples, north.sampleRate), listen(south.samples, south.sampleRate)];
  expect(southern.pitchHz / northern.pitchHz).toBeLessThan(0.9);
});

test("an aborted call returns at once, and the pool still works afterwards", async () => {
  const control = new AbortController();
  const speaking = synthesizeInPool({ ...utterance, text: longText }, control.signal);
  const outcome = expect(speaking).rejects.toMatchObject({ kind: "timeout", retryable: true });
  setTimeout(() => control.abort(), 30);
  const before = performance.now();
  await outcome;

  expect(performance.now() - before).toBeLessThan(wholeMs / 2);
  expect((await synthesizeInPool(utterance, never())).samples.length).toBeGreaterThan(22_050);
});

test("an already aborted call never starts", async () => {
  await expect(synthesizeInPool(utterance, AbortSignal.abort())).rejects.toMatchObject({ kind: "timeout" });
});

test("aborted calls in the queue free it at once", async () => {
  const control = new AbortController();
  const abandoned = Array.from({ length: availableParallelism() * 4 }, () =>
    synthesizeInPool({ ...utterance, text: longText }, AbortSignal.any([control.signal])),
  );
  control.abort();
  const endings = await Promise.allSettled(abandoned);
  expect(endings.filter(({ status }) => status === "fulfilled")).toEqual([]);

  const before = performance.now();
  await synthesizeInPool(utterance, never());
  expect(performance.now() - before).toBeLessThan(wholeMs / 2);
});

test("calls beyond the queue's limit are rejected as busy, and all queued calls finish", async () => {
  const calls = Array.from({ length: availableParallelism() * 65 + 5 }, () =>
    synthesizeInPool({ ...utterance, text: "Xin chào" }, never()),
  );
  const outcomes = await Promise.allSettled(calls);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");

  expect(refused).toHaveLength(5);
  for (const { reason } of refused) expect(reason).toMatchObject({ kind: "busy" });
});

test("an unknown engine voice fails as broken and never uses another voice", async () => {
  await synthesizeInPool(utterance, never());
  const wrong = synthesizeInPool({ ...utterance, engineVoice: "vi-vn-x-nowhere" }, never());
  await expect(wrong).rejects.toMatchObject({ kind: "broken" });
});

test.each(["", " ", "...", "\0"])("%j, which has no sound, gives some silence", async (text) => {
  const { samples, sampleRate } = await synthesizeInPool({ ...utterance, text }, never());
  expect(samples.length).toBeGreaterThan(sampleRate / 10);
  expect(samples.every((sample) => sample === 0)).toBe(true);
});

test("every text gives sound at its usual rate with samples from -1 to 1", async () => {
  const anyText = fc.string({
    unit: fc.oneof(fc.constantFrom(..."<>&;\"'[]{}/\\%@₫😀\0\n "), fc.string({ unit: "binary", maxLength: 3 })),
  });
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const { samples, sampleRate } = await synthesizeInPool({ ...utterance, text }, never());
      expect(sampleRate).toBe(22_050);
      expect(samples.length).toBeGreaterThan(0);
      expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
    }),
    { numRuns: trials(undefined, 8, 60) },
  );
});

test("a crashed thread fails its call, and the next call gets a new thread", async () => {
  const { "vang speech pool": shared } = globalThis as typeof globalThis & { "vang speech pool": { opened: Piscina } };
  const dying = synthesizeInPool({ ...utterance, text: longText }, never());
  const outcome = expect(dying).rejects.toMatchObject({ kind: "broken" });
  await Promise.all(shared.opened.threads.map((thread) => thread.terminate()));
  await outcome;

  const { samples } = await synthesizeInPool(utterance, never());
  expect(samples.length).toBeGreaterThan(22_050);
});

test("speech comes back encoded, with its duration known from the samples", async () => {
  const audio = await synthesizeInPool(utterance, never());
  const seconds = audio.samples.length / audio.sampleRate;
  const encoded = await encodeInPool(audio, { format: "mp3" }, never());

  expect(encoded).toMatchObject({ contentType: "audio/mpeg", extension: "mp3", durationSeconds: seconds });
  expect(encoded.bytes.length).toBeGreaterThan(8000 * seconds);
});

test("one business's long texts leave one thread to others", async () => {
  const control = new AbortController();
  const texts = Array.from({ length: availableParallelism() * 4 }, () =>
    synthesizeInPool({ ...utterance, text: longText.repeat(20) }, AbortSignal.any([control.signal]), "A"),
  );
  const endings = Promise.allSettled(texts);
  let ended = 0;
  for (const text of texts) text.catch(() => undefined).finally(() => ended++);
  await synthesizeInPool({ ...utterance, text: "Xin chào" }, never(), "B");
  expect(ended).toBe(0);
  control.abort();
  await endings;
});
