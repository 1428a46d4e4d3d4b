// @module-tag slow
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { joinSamples } from "@/lib/engines/audio/bytes";
import { resample } from "@/lib/engines/audio/resample";
import { closePool, recognizeInPool, synthesizeInPool, warmPool } from "@/lib/engines/pool";
import { type LiveEvent, type LiveRecognizer, ProviderError, type SpeechProvider } from "@/lib/engines/provider";
import { demoProvider } from "@/lib/engines/providers/demo/provider";
import { openLiveRecognizer } from "./by-utterance";

beforeAll(warmPool);
afterAll(closePool);

const never = () => new AbortController().signal;

async function speak(text: string): Promise<Float32Array> {
  const voice = { engineVoice: "vi", wordsPerMinute: 175, pitch: 50, range: 50, volume: 100, gainDb: 0 };
  const spoken = await synthesizeInPool({ text, ...voice }, never());
  return resample(spoken, 16_000).samples;
}

const silence = (seconds: number) => new Float32Array(16_000 * seconds);

function open(provider: SpeechProvider, wantsPartials = true) {
  const events: LiveEvent[] = [];
  const request = { modelId: provider.models[0]?.modelId ?? "", config: {} };
  const options = { request, silenceMs: 300, wantsPartials, signal: never() };
  const recognizer = openLiveRecognizer(provider, options, (event) => events.push(event));
  return { events, recognizer };
}

/** In pieces of 100 ms. */
async function push(recognizer: LiveRecognizer, sound: Float32Array) {
  for (let at = 0; at < sound.length; at += 1600) await recognizer.push(sound.subarray(at, at + 1600));
}

test("each utterance is recognized when the speaker pauses, with its words where they were said, and before that in part", async () => {
  const [first, second] = [await speak("xin chào các bạn"), await speak("hôm nay trời đẹp")];
  // The recognizer is loaded by its first call.
  await recognizeInPool({ samples: silence(0.1), sampleRate: 16_000 }, never());
  const { events, recognizer } = open(demoProvider);
  const sound = joinSamples([silence(0.5), first, silence(1), second, silence(0.2)]);
  await push(recognizer, sound.subarray(0, 20_800));
  await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(["speechStarted", "partial"]));
  await push(recognizer, sound.subarray(20_800));
  await recognizer.flush();
  const finals = events.flatMap((event) => (event.type === "final" ? [event] : []));
  expect(finals.map(({ transcription }) => transcription.text)).toEqual(["xin chào các bạn", "hôm nay trời đẹp"]);
  const secondAt = 1.5 + first.length / 16_000;
  const [word] = finals[1]?.transcription.segments[0]?.words ?? [];
  expect(word?.word).toBe("hôm");
  expect(Math.abs((word?.start ?? 0) - secondAt)).toBeLessThan(0.3);
  expect(events.filter(({ type }) => type === "speechStarted")).toHaveLength(2);
  const partial = events.find((event) => event.type === "partial");
  expect(partial?.transcription.text).toMatch(/^xin/);
});

test("silence and clicks give nothing, and the engine is not called", async () => {
  const { events, recognizer } = open(demoProvider);
  const click = silence(1);
  click.fill(0.9, 8000, 8200);
  await push(recognizer, joinSamples([silence(2), click]));
  await recognizer.flush();
  expect(events).toEqual([]);
});

test("an engine that fails ends the recognition with its failure", async () => {
  const failing = { ...demoProvider, name: "failing", transcribe: () => Promise.reject(new Error("broken")) };
  const { recognizer } = open(failing);
  await recognizer.push(joinSamples([await speak("xin chào"), silence(1)]));
  await expect(recognizer.flush()).rejects.toThrow("broken");
});

test("speech without a pause is divided, and nothing of it is lost", async () => {
  const sentence = joinSamples([await speak("xin chào các bạn"), silence(0.1)]);
  const long = joinSamples(Array.from({ length: 14 }, () => sentence));
  const pieces: [number, number][] = [];
  const counting = {
    ...demoProvider,
    name: "counting",
    transcribe: async ({ audio }: { audio: { samples: Float32Array } }) => {
      pieces.push([pieces.reduce((sum, [, length]) => sum + length, 0), audio.samples.length]);
      return { text: "x", segments: [] };
    },
  };
  const { events, recognizer } = open(counting as never, false);
  await push(recognizer, joinSamples([long, silence(0.1)]));
  await recognizer.flush();
  const finals = events.flatMap((event) => (event.type === "final" ? [event] : []));
  expect(finals.length).toBeGreaterThan(1);
  expect(finals.map(({ isEnd }) => isEnd)).toEqual(finals.map((_, index) => index === finals.length - 1));
  for (const [index, { start }] of finals.entries()) if (index > 0) expect(start).toBe(finals[index - 1]?.end);
  expect((finals.at(-1)?.end ?? 0) - (finals[0]?.start ?? 0)).toBeGreaterThan(long.length / 16_000 - 0.5);
});

test("an utterance is recognized by an engine that was too busy at first", async () => {
  let calls = 0;
  const busy = {
    ...demoProvider,
    name: "busy",
    recognizesAgain: false,
    transcribe: async () => {
      if (calls++ < 2) throw new ProviderError("busy", "Too many jobs wait.");
      return { text: "xin chào", segments: [] };
    },
  };
  const { events, recognizer } = open(busy as never, false);
  await recognizer.push(joinSamples([await speak("xin chào"), silence(1)]));
  await recognizer.flush();
  expect(events.map(({ type }) => type)).toEqual(["speechStarted", "final"]);
});

test("utterances of many sessions at once wait for the engine, and none is rejected", async () => {
  const sound = joinSamples([await speak("xin chào"), silence(1)]);
  const slow = {
    ...demoProvider,
    name: "slow",
    concurrency: 1,
    recognizesAgain: false,
    transcribe: async () => {
      await new Promise((later) => setTimeout(later, 300));
      return { text: "xin chào", segments: [] };
    },
  };
  const sessions = Array.from({ length: 10 }, () => open(slow as never, false));
  await Promise.all(
    sessions.map(async ({ recognizer }) => {
      await recognizer.push(sound);
      await recognizer.flush();
    }),
  );
  expect(sessions.map(({ events }) => events.filter(({ type }) => type === "final").length)).toEqual(
    sessions.map(() => 1),
  );
});
