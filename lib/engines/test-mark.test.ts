// @module-tag promise
import { expect, test } from "vitest";
import { joinSamples } from "@/lib/engines/audio/bytes";
import type { SpeechProvider, SynthesisRequest } from "./provider";
import type { Chosen } from "./reading";
import type { SpeakRequest } from "./speak";
import { speakAsMade, speakWithEngine } from "./speak";
import { testMark } from "./test-mark";

const sampleRate = 1000;
const [speech, mark] = [0.4, 0.7];
const markSamples = 600;

/** Speaks `seconds` of a constant sound for each piece of a text, and the mark alone as another. */
function engineOf(seconds: number, partSamples = 1370) {
  const requests: SynthesisRequest[] = [];
  const soundOf = (text: string) =>
    text === testMark
      ? new Float32Array(markSamples).fill(mark)
      : new Float32Array(Math.round(seconds * sampleRate)).fill(speech);
  const provider = {
    name: "constant",
    voices: [{ voiceId: "v", region: "north" }],
    models: [{ modelId: "m", languageCodes: ["vi"] }],
    concurrency: null,
    hasExactPauses: true,
    async synthesize(request: SynthesisRequest) {
      requests.push(request);
      return { samples: soundOf(request.text), sampleRate };
    },
    async *synthesizeStream({ text }: SynthesisRequest) {
      const samples = soundOf(text);
      for (let at = 0; at < samples.length; at += partSamples)
        yield { samples: samples.slice(at, at + partSamples), sampleRate };
    },
  } as unknown as SpeechProvider;
  const chosen = { provider, model: provider.models[0], voice: provider.voices[0] } as Chosen;
  return { chosen, requests };
}

const { signal } = new AbortController();

const ways = {
  whole: async (request: SpeakRequest, chosen: Chosen) => (await speakWithEngine(request, chosen, signal)).samples,
  streamed: async (request: SpeakRequest, chosen: Chosen) => {
    const parts: Float32Array[] = [];
    await speakAsMade(request, chosen, signal, async ({ samples }) => void parts.push(samples));
    return joinSamples(parts);
  },
};

/** In seconds from the start, where the sound is neither the speech nor silence. */
function markedIn(samples: Float32Array): number[] {
  const isMark = (at: number) => at >= 0 && (samples[at] ?? 0) > speech + 0.1;
  return [...samples.keys()].filter((at) => isMark(at) && !isMark(at - 1)).map((at) => at / sampleRate);
}

const text = "Xin chào";

test.each(Object.entries(ways))(
  "the audio of a test, %s, repeats its mark every 20 seconds, and is as long as without",
  async (_, speakIn) => {
    for (const seconds of [19, 45, 120.3]) {
      const { chosen } = engineOf(seconds);
      const plain = await speakIn({ text, config: {} }, chosen);
      expect(markedIn(plain)).toEqual([]);
      const own = await speakIn({ text, config: {}, isTest: true }, chosen);
      const expected = [0];
      for (let at = 20; at < own.length / sampleRate; at += 20) expected.push(at);
      expect(markedIn(own)).toEqual(expected);
      for (const at of expected) {
        const end = Math.min(own.length, at * sampleRate + markSamples);
        for (const sample of own.subarray(at * sampleRate, end)) expect(sample).toBeGreaterThanOrEqual(mark - 0.001);
      }
    }
  },
);

test.each(Object.entries(ways))("pauses and options of a text, %s, keep no mark away or quiet", async (_, speakIn) => {
  const { chosen, requests } = engineOf(3, 7);
  const pauses = "Một [pause:10] hai [pause:10] ba [pause:10] bốn";
  const own = await speakIn({ text: pauses, config: { volume: 0 }, isTest: true }, chosen);
  expect(markedIn(own).filter((at) => at % 20 === 0)).toEqual([0, 20, 40]);
  expect(requests.find((request) => request.text === testMark)?.config).toEqual({});
});
