// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Audio } from "@/lib/engines/audio/formats";
import { closePool, recognizeInPool, synthesizeInPool, warmPool } from "@/lib/engines/pool";
import vectors from "@/packages/demo-recognizer/model/vectors.json";
import { trials } from "@/testing/harness/deep";
import { demoProvider } from "./provider";

beforeAll(warmPool);
afterAll(closePool);

const never = () => new AbortController().signal;

const speak = (text: string, engineVoice = "vi", wordsPerMinute = 175): Promise<Audio> =>
  synthesizeInPool({ text, engineVoice, wordsPerMinute, pitch: 50, range: 50, volume: 100, gainDb: 0 }, never());

const transcribe = (audio: Audio, config = {}, signal = never()) =>
  demoProvider.transcribe({ audio, modelId: "vang-demo-stt", config }, signal);

/** The number of positions at which the words differ. */
function countWrong(recognizedText: string, said: string): number {
  const [a, b] = [recognizedText.split(" "), said.split(" ")];
  return Math.abs(a.length - b.length) + b.filter((word, index) => index < a.length && word !== a[index]).length;
}

test.each([
  "hôm nay trời đẹp quá",
  "tôi muốn gửi tiền vào tài khoản",
  "cảm ơn anh đã gọi điện",
  "xe buýt đến bến lúc tám giờ",
  "mẹ đi chợ mua rau và cá",
])("speech of our northern voice is transcribed: %s", async (text) => {
  expect(countWrong((await transcribe(await speak(text))).text, text)).toBeLessThanOrEqual(1);
});

test("transcripts equal the reference's", async () => {
  let [wrong, total] = [0, 0];
  const northern = vectors.vectors.filter(({ voice }) => voice === "vi");
  for (const { text, voice, rate, recognized } of northern.slice(0, trials(undefined, 4, northern.length))) {
    const { text: recognizedText, confidence } = await recognizeInPool(await speak(text, voice, rate), never());
    expect(confidence).toBeGreaterThan(0.85);
    wrong += countWrong(recognizedText, recognized);
    total += recognized.split(" ").length;
  }
  expect(wrong / total).toBeLessThan(0.03);
});

test("the caller's samples stay usable for a second call", async () => {
  const audio = await speak("xin chào");
  expect((await transcribe(audio)).text).toBe("xin chào");
  expect((await transcribe(audio)).text).toBe("xin chào");
});

test("an option is rejected with a message, since the model has none", async () => {
  const failure = { kind: "rejected", details: { message: "speech.noOptions", values: { name: '"speed"' } } };
  await expect(transcribe(await speak("xin chào"), { speed: 1 })).rejects.toMatchObject(failure);
});

test("a cancelled call returns at once, also in the queue, and speech synthesis goes on meanwhile", async () => {
  const control = new AbortController();
  const long = { samples: Float32Array.from({ length: 16_000 * 120 }, () => Math.random() - 0.5), sampleRate: 16_000 };
  const outcomes = Promise.allSettled(Array.from({ length: 4 }, () => transcribe(long, {}, control.signal)));
  const before = performance.now();
  expect((await speak("xin chào")).samples.length).toBeGreaterThan(0);
  expect(performance.now() - before).toBeLessThan(2000);
  control.abort();
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect((await transcribe(await speak("xin chào"))).text).toBe("xin chào");
});

test("long recordings of two persons' test keys leave turns between to a third person's", async () => {
  const control = new AbortController();
  const long = { samples: Float32Array.from({ length: 16_000 * 120 }, () => Math.random() - 0.5), sampleRate: 16_000 };
  let ended = 0;
  const outcomes = ["A", "B", "A", "B"].map((person) =>
    recognizeInPool(long, AbortSignal.any([control.signal]), `test keys/${person}`).then(() => {
      ended += 1;
    }),
  );
  const audio = await speak("xin chào");
  expect((await recognizeInPool(audio, never(), "test keys/C")).text).toBe("xin chào");
  expect(ended).toBe(0);
  control.abort();
  await Promise.allSettled(outcomes);
});

test("calls beyond the queue's limit are rejected as busy", async () => {
  const control = new AbortController();
  const audio = () => ({ samples: new Float32Array(16_000 * 20), sampleRate: 16_000 });
  const calls = Array.from({ length: 60 }, () => recognizeInPool(audio(), AbortSignal.any([control.signal])));
  const outcomes = Promise.allSettled(calls);
  await expect(calls.at(-1)).rejects.toMatchObject({ kind: "busy" });
  control.abort();
  await outcomes;
});

test("the engine reports that it is healthy", async () => {
  await expect(demoProvider.health(AbortSignal.timeout(20_000))).resolves.toEqual({ ok: true });
});
