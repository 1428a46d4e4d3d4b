import "server-only";
import type { Audio } from "@/lib/engines/audio/formats";
import type { EngineType } from "@/lib/engines/engine-type";
import { synthesizeAsMadeInPool, synthesizeInPool } from "@/lib/engines/pool";
import { rejection, type SpeechPart, type SpeechProvider, type SynthesisRequest } from "@/lib/engines/provider";
import { builtIn } from "@/lib/engines/providers/built-in";
import { espeakConfig, longestSeconds, validateConfig } from "./config";
import { espeakModelId, espeakVoices } from "./voices";

export const espeakEngine = {
  ...builtIn("espeak"),
  open: () => ({ providers: [espeakProvider] }),
} satisfies EngineType;

const normalWordsPerMinute = 175;

/** eSpeak NG in threads of our own: needs no installation, responds in milliseconds, sounds robotic. */
export const espeakProvider = {
  name: "espeak",
  voices: espeakVoices.map(({ engineVoice, gainDb, ...voice }) => voice),
  concurrency: null,
  hasExactPauses: true,
  isForTests: true,
  models: [{ modelId: espeakModelId, name: "eSpeak NG", kind: "tts", languageCodes: ["vi"], config: espeakConfig }],

  synthesize: speak,
  synthesizeStream: speakAsMade,

  async health(signal: AbortSignal) {
    try {
      await speak({ text: "Xin chào", voiceId: "north-linh", modelId: espeakModelId, config: {} }, signal);
      return { ok: true };
    } catch (error) {
      return { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
  },
} satisfies SpeechProvider;

function utteranceOf({ text, voiceId, config }: SynthesisRequest) {
  const voice = espeakVoices.find((candidate) => candidate.voiceId === voiceId);
  if (!voice) throw rejection({ param: "voiceId", message: "errors.VOICE_NOT_IN_MODEL" });
  const { speed, pitch, range, volume } = validateConfig(config);
  const wordsPerMinute = Math.round(normalWordsPerMinute * speed);
  const { engineVoice, gainDb } = voice;
  return { text, engineVoice, wordsPerMinute, pitch, range, volume, gainDb };
}

async function speak(request: SynthesisRequest, signal: AbortSignal): Promise<Audio> {
  const audio = await synthesizeInPool(utteranceOf(request), signal, request.owner);
  if (audio.samples.length >= longestSeconds * audio.sampleRate) throw tooLong();
  return audio;
}

async function* speakAsMade(request: SynthesisRequest, signal: AbortSignal): AsyncGenerator<SpeechPart> {
  const parts = synthesizeAsMadeInPool(utteranceOf(request), signal, request.owner, request.isContinued);
  try {
    for (let next = await parts.next(); ; next = await parts.next()) {
      if (next.done) {
        if (next.value.isTooLong) throw tooLong();
        return;
      }
      yield next.value;
    }
  } finally {
    await parts.return({ isTooLong: false });
  }
}

const tooLong = () =>
  rejection({ param: "text", message: "speech.tooLongAloud", values: { minutes: longestSeconds / 60 } });
