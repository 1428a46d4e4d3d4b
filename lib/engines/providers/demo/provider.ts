import "server-only";
import type { EngineType } from "@/lib/engines/engine-type";
import { recognizeInPool } from "@/lib/engines/pool";
import type { SpeechProvider, Transcription, TranscriptionRequest } from "@/lib/engines/provider";
import { builtIn } from "@/lib/engines/providers/built-in";
import { requireOptions } from "@/lib/engines/providers/validate-config";
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
  models: [
    {
      modelId: "vang-demo-stt",
      name: "Vang demo (synthetic speech only)",
      kind: "stt",
      languageCodes: ["vi"],
      engine: "demo-synthetic",
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

async function transcribe({ owner, audio, config }: TranscriptionRequest, signal: AbortSignal): Promise<Transcription> {
  requireOptions(config, []);
  const { text, segments } = await recognizeInPool(audio, signal, owner);
  return { text, segments: segments.map(({ confidence: _, ...segment }) => segment) };
}
