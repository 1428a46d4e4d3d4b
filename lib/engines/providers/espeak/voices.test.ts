// @module-tag slow
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closePool, warmPool } from "@/lib/engines/pool";
import { ProviderError } from "@/lib/engines/provider";
import { listen, type Recognized } from "@/testing/fakes/sound";
import { espeakProvider } from "./provider";
import { espeakModelId, espeakVoices } from "./voices";

const sentence = "Xin chào, hôm nay trời đẹp, chúc bạn một ngày làm việc thật vui vẻ.";
const recognized = new Map<string, Recognized>();

// Longer than a busy machine needs for a quarter of an hour of speech.
const timeoutMs = 200_000;
vi.setConfig({ testTimeout: timeoutMs + 40_000, hookTimeout: timeoutMs + 40_000 });

async function speak(voiceId: string, text = sentence, config: Record<string, unknown> = {}) {
  const request = { text, voiceId, modelId: espeakModelId, config };
  return espeakProvider.synthesize(request, AbortSignal.timeout(timeoutMs));
}

async function recognize(voiceId: string): Promise<Recognized> {
  const { samples, sampleRate } = await speak(voiceId);
  return listen(samples, sampleRate);
}

beforeAll(async () => {
  await warmPool();
  for (const { voiceId } of espeakVoices) recognized.set(voiceId, await recognize(voiceId));
});

afterAll(closePool);

test("every woman's voice is well above every man's in pitch", () => {
  const pitches = (gender: string) =>
    espeakVoices.filter((voice) => voice.gender === gender).map(({ voiceId }) => recognized.get(voiceId)?.pitchHz ?? 0);
  expect(Math.min(...pitches("female"))).toBeGreaterThan(1.2 * Math.max(...pitches("male")));
});

test("no two voices of one region and gender have the same pitch", () => {
  const likeness = espeakVoices.flatMap((one) =>
    espeakVoices
      .filter((other) => other !== one && other.region === one.region && other.gender === one.gender)
      .map((other) => (recognized.get(other.voiceId)?.pitchHz ?? 0) / (recognized.get(one.voiceId)?.pitchHz ?? 1)),
  );
  expect(likeness.length).toBe(8);
  for (const ratio of likeness) expect(Math.abs(ratio - 1)).toBeGreaterThan(0.03);
});

/** On a busy machine some wait 15 seconds for a thread in vain, and are asked for again. */
async function recognizeOnceIdle(voiceId: string): Promise<Recognized> {
  try {
    return await recognize(voiceId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "busy") throw error;
    return recognizeOnceIdle(voiceId);
  }
}

test("sixteen concurrent requests each get the voice they asked for", async () => {
  const sampled = Array.from({ length: 16 }, (_, index) => espeakVoices[(index * 3) % espeakVoices.length]);
  const sounds = await Promise.all(sampled.map((voice) => recognizeOnceIdle(voice?.voiceId ?? "")));
  expect(sounds).toHaveLength(16);
  for (const [index, { pitchHz }] of sounds.entries()) {
    const expected = recognized.get(sampled[index]?.voiceId ?? "")?.pitchHz ?? 0;
    expect(Math.abs(pitchHz / expected - 1)).toBeLessThan(0.03);
  }
});

test("an option affects one request and not the next", async () => {
  const normal = (await speak("north-linh")).samples.length;
  const fast = (await speak("north-linh", sentence, { speed: 2 })).samples.length;
  const slow = (await speak("north-linh", sentence, { speed: 0.5 })).samples.length;
  const again = (await speak("north-linh")).samples.length;

  expect(fast).toBeLessThan(normal * 0.65);
  expect(slow).toBeGreaterThan(normal * 1.6);
  expect(Math.abs(again / normal - 1)).toBeLessThan(0.01);
});

test("markup in a text is read as text, not interpreted", async () => {
  const plain = (await speak("north-duc", "một hai ba bốn")).samples.length;
  const marked = (await speak("north-duc", '<speak><prosody rate="20%">một hai ba bốn</prosody></speak>')).samples
    .length;
  const torn = (await speak("north-duc", "một <hai ba bốn")).samples.length;

  expect(marked).toBeGreaterThan(plain);
  expect(torn).toBeGreaterThan(plain * 0.9);
});

test("a text that would take hours to speak is rejected with a message", { tags: "deep" }, async () => {
  const details = { param: "text", message: "speech.tooLongAloud", values: { minutes: 15 } };
  const failure = { kind: "rejected", details };
  await expect(speak("north-duc", "日".repeat(5000), { speed: 0.5 })).rejects.toMatchObject(failure);
});

test("an unknown voice is rejected and does not affect the voices of other requests", async () => {
  await expect(speak("north-nobody")).rejects.toMatchObject({ kind: "rejected" });
});

test("the engine reports that it is healthy", async () => {
  await expect(espeakProvider.health(AbortSignal.timeout(timeoutMs))).resolves.toEqual({ ok: true });
});
