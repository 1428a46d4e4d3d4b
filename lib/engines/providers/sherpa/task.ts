import { join } from "node:path";
import type { InstalledModel } from "@/lib/engines/models/installed";
import type { SpeechModel } from "@/lib/engines/models/manifest";

/** Messages from the server to its engine process. The first is always `load`. */
export type Task =
  | { do: "load"; kind: SpeechModel["kind"]; config: Record<string, unknown> }
  | { do: "transcribe"; samples: Float32Array; sampleRate: number; terms?: readonly string[] }
  | { do: "diarize"; samples: Float32Array; sampleRate: number; speakers?: number }
  | { do: "speak"; text: string; speaker: number; speed: number };

/**
 * Tokens with their start times in seconds; some models return neither. `isBiased`: terms of the task were listened for.
 */
export type Recognized = { text: string; tokens: string[]; timestamps: number[]; isBiased?: boolean };

/** Who speaks from `start` to `end`, in seconds, numbered from 0. */
export type Turn = { start: number; end: number; speaker: number };

export type Spoken = { samples: Float32Array; sampleRate: number };

export type Question = { id: number; task: Task };

export type Reply = { id: number; answer: unknown } | { id: number; failure: string };

const threads = 2;

/** Whether a model can listen for words: a transducer, which beam search needs to follow them. Others decode greedily. */
export const takesHotwords = ({ config }: InstalledModel["model"]): boolean => config.transducer !== undefined;

/** The first task of an engine process: the model's configuration with absolute paths. */
export function loadTask({ model, home }: InstalledModel): Task & { do: "load" } {
  const paths = new Set([...model.files.map(({ path }) => path), model.espeakData]);
  const absolute = (value: unknown): unknown => {
    if (typeof value === "string") return paths.has(value) ? join(home, value) : value;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, absolute(inner)]));
  };
  const runtime = { numThreads: threads, provider: "cpu", debug: false };
  const own = absolute(model.config) as Record<string, object>;
  return { do: "load", kind: model.kind, config: configs[model.kind](own, runtime, model) };
}

type MakeConfig = (own: Record<string, object>, runtime: object, model: SpeechModel) => Record<string, unknown>;

const configs: Record<SpeechModel["kind"], MakeConfig> = {
  stt: (own, runtime, model) => ({
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { ...own, ...runtime },
    decodingMethod: takesHotwords(model) ? "modified_beam_search" : "greedy_search",
  }),
  tts: (own, runtime) => ({ model: { ...own, ...runtime }, maxNumSentences: 1 }),
  // In seconds: shorter speech has no speaker, and shorter silence does not end a turn.
  diarization: ({ segmentation, embedding, ...own }, runtime) => ({
    clustering: usualClustering,
    minDurationOn: 0.3,
    minDurationOff: 0.5,
    ...own,
    segmentation: { ...segmentation, ...runtime },
    embedding: { ...embedding, ...runtime },
  }),
};

/** The engine finds the number of speakers itself, by how much their embeddings may differ. */
const usualClustering = { numClusters: -1, threshold: 0.5 };
