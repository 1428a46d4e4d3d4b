// @module-tag promise
// @module-tag slow
import { afterAll, expect, test } from "vitest";
import { joinBytes, joinSamples } from "@/lib/engines/audio/bytes";
import { readWav } from "@/lib/engines/audio/decoding/wav";
import { encode, openStreamEncoder } from "@/lib/engines/audio/encode";
import { audioFormats, telephoneFormats } from "@/lib/engines/audio/formats";
import { closeStreamEncoder } from "./encode-as-made";
import { closePool } from "./pool";
import type { SpeechProvider } from "./provider";
import { espeakProvider } from "./providers/espeak/provider";
import type { Chosen } from "./reading";
import { speakAsMade, speakWithEngine, type TimedPart } from "./speak";

afterAll(async () => {
  await closePool();
  await closeStreamEncoder();
});

const chosenOf = (provider: SpeechProvider) =>
  ({ provider, model: provider.models[0], voice: provider.voices[0] }) as Chosen;

const { signal } = new AbortController();

async function partsOf(text: string, provider: SpeechProvider = espeakProvider) {
  const parts: TimedPart[] = [];
  await speakAsMade({ text, config: {} }, chosenOf(provider), signal, async (part) => void parts.push(part));
  return parts;
}

const samplesOf = (parts: readonly TimedPart[]) => joinSamples(parts.map(({ samples }) => samples));

test("speech in parts is as long as the whole, to 10 ms, and its words follow each other", async () => {
  for (const text of [
    "Xin chào",
    "Hôm nay là thứ hai, trời nhiều mây. [pause 700ms] Giá là 1.250.000đ, lúc 8h30 & <b>.",
    "Một hai ba bốn năm. ".repeat(20),
  ]) {
    const parts = await partsOf(text);
    const whole = await speakWithEngine({ text, config: {} }, chosenOf(espeakProvider), signal);
    const streamed = samplesOf(parts);
    // The engine itself varies by a few samples each time.
    expect(Math.abs(streamed.length - whole.samples.length)).toBeLessThanOrEqual(220);
    expect(parts.at(-1)?.progress).toBeGreaterThan(0.5);
    const words = parts.flatMap((part) => part.words);
    for (const [index, { start, end }] of words.entries()) {
      expect(start).toBeLessThanOrEqual(end);
      if (index > 0) expect(start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
    }
  }
});

test("an engine that cannot stream speaks a short first phrase and then sentence by sentence", async () => {
  const said: string[] = [];
  const provider = {
    ...espeakProvider,
    name: "whole",
    synthesizeStream: undefined,
    async synthesize({ text }: { text: string }) {
      said.push(text.trim());
      return { samples: new Float32Array(16_000).fill(0.1), sampleRate: 16_000 };
    },
  };
  const text =
    "Kính thưa quý khách, chuyến tàu từ Hà Nội đi Hải Phòng sẽ khởi hành sau mười phút nữa. Xin mời quý khách lên tàu.";
  const parts = await partsOf(text, provider);
  expect(said).toEqual([
    "Kính thưa quý khách,",
    "chuyến tàu từ Hà Nội đi Hải Phòng sẽ khởi hành sau mười phút nữa.",
    "Xin mời quý khách lên tàu.",
  ]);
  expect(parts.at(-1)?.progress).toBe(1);
  expect(samplesOf(parts).length / 16_000).toBeCloseTo(3 + 0.15 + 0.35, 2);
});

test.each([...audioFormats, ...telephoneFormats])("%s encoded in parts is as long as the whole", async (format) => {
  const [sampleRate, length] = [22_050, 50_001];
  const samples = Float32Array.from({ length }, (_, at) => Math.sin(at / 20) * 0.5);
  const encoder = await openStreamEncoder({ format }, sampleRate);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < length; at += 2206) parts.push(encoder.push(samples.subarray(at, at + 2206)).slice());
  const last = encoder.end();
  const streamed = joinBytes([...parts, last.bytes]);
  const { bytes: whole } = await encode({ samples, sampleRate }, { format }, () => false);
  if (last.head) streamed.set(last.head);
  if (format === "wav") expect(readWav(streamed)?.data).toEqual(readWav(whole)?.data);
  else if (format === "mp3" || format === "opus") expect(Math.abs(streamed.length - whole.length)).toBeLessThan(800);
  else expect(streamed).toEqual(whole);
  expect(parts[0]?.length).toBeGreaterThan(0);
});

test("what SSML stresses is spoken by the options that the engine has, within their limits", async () => {
  const received: unknown[] = [];
  const provider: SpeechProvider = {
    ...espeakProvider,
    name: "options",
    synthesizeStream: undefined,
    async synthesize({ text, config }) {
      received.push([text.trim(), config]);
      return { samples: new Float32Array(2205).fill(0.1), sampleRate: 22_050 };
    },
  };
  const deliveries = [
    { start: 4, end: 7, rate: 0.1, emphasis: null },
    { start: 8, end: 10, rate: 1, emphasis: "strong" as const },
  ];
  const request = { text: "một hai ba bốn", config: { speed: 1.2, volume: 190 }, deliveries };
  await speakWithEngine(request, chosenOf(provider), signal);
  expect(received).toEqual([
    ["một", { speed: 1.2, volume: 190 }],
    ["hai", { speed: 0.5, volume: 190 }],
    ["ba", { speed: expect.closeTo(1.02), volume: 200, pitch: 65 }],
    ["bốn", { speed: 1.2, volume: 190 }],
  ]);
});
