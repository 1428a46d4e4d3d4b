import "server-only";
import type { EngineType } from "@/lib/engines/engine-type";
import { diarizeInPool, recognizeInPool } from "@/lib/engines/pool";
import type { SpeechProvider, Transcription, TranscriptionRequest } from "@/lib/engines/provider";
import { builtIn } from "@/lib/engines/providers/built-in";
import { requireOptions } from "@/lib/engines/providers/validate-config";
import { divideBySpeaker } from "@/lib/engines/speakers";
import { env } from "@/lib/platform/env";

export const demoEngine = {
  ...builtIn("demo"),
  open: () => ({ providers: env.VANG_STT_DEMO === "on" ? [demoProvider] : [] }),
} satisfies EngineType;

/** Recognizes only eSpeak NG's northern voices. It demonstrates transcription without any installation. */
export const demoProvider = {
  name: "demo",
  voices: [],
  concurrency: 4,
  isForTests: true,
  recognizesAgain: true,
  models: [
    {
      modelId: "vang-demo-stt",
      name: "Vang demo (synthetic speech only)",
      kind: "stt",
      languageCodes: ["vi"],
      engine: "demo-synthetic",
      diarizesBy: "embedded_voices",
      config: {},
    },
  ],

  transcribe,

  async health(signal: AbortSignal) {
    try {
      await recognizeInPool({ samples: new Float32Array(1600), sampleRate: 16_000 }, signal);
      return { ok: true };
    } catch (error) {
      return { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
  },
} satisfies SpeechProvider;

/** Speakers are distinguished by the sound of the embedded voices, which says nothing about people. */
async function transcribe(
  { owner, audio, diarize, config, isContinued }: TranscriptionRequest,
  signal: AbortSignal,
): Promise<Transcription> {
  requireOptions(config, []);
  const { text, segments } = await recognizeInPool(audio, signal, owner, isContinued);
  const lines = segments.map(({ start, end, text, words }) => ({ start, end, text, words }));
  if (!diarize || lines.length === 0) return { text, segments: lines };
  const turns = await diarizeInPool(audio, signal, { owner, speakers: diarize.speakers });
  return { text, segments: divideBySpeaker(lines, turns) };
}
