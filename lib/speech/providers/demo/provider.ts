import "server-only";
import { recogniseInPool } from "@/lib/speech/pool";
import {
  ProviderError,
  type SpeechProvider,
  type Transcription,
  type TranscriptionRequest,
} from "@/lib/speech/provider";

/** Hears only what eSpeak NG's northern voices say: it shows the whole way of a recording, and needs nothing installed. */
export const demoProvider = {
  name: "demo",
  voices: [],
  concurrency: 4,
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
      await recogniseInPool({ samples: new Float32Array(1600), sampleRate: 16_000 }, signal);
      return { ok: true };
    } catch (error) {
      return { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
  },
} satisfies SpeechProvider;

async function transcribe({ audio, config }: TranscriptionRequest, signal: AbortSignal): Promise<Transcription> {
  const [unknown] = Object.keys(config);
  if (unknown !== undefined) {
    const name = JSON.stringify(unknown.slice(0, 40));
    throw new ProviderError("rejected", `config has no option ${name}. This model has none.`);
  }
  const { text, segments } = await recogniseInPool(audio, signal);
  return { text, segments: segments.map(({ start, end, text }) => ({ start, end, text })) };
}
