import { join } from "node:path";
import type { InstalledModel } from "@/lib/engines/models/installed";
import type { SpeechModel } from "@/lib/engines/models/manifest";

/** Messages from the server to its engine process. The first is always `load`. */
export type Task =
  | { do: "load"; kind: SpeechModel["kind"]; isStreaming?: boolean; config: Record<string, unknown> }
  | { do: "transcribe"; samples: Float32Array; sampleRate: number; terms?: readonly string[] }
  | { do: "diarize"; samples: Float32Array; sampleRate: number; speakers?: number }
  | { do: "speak"; text: string; speaker: number; speed: number }
  | { do: "openStream"; stream: number; silenceMs: number; wantsPartials: boolean }
  | { do: "push"; stream: number; samples: Float32Array }
  | { do: "flush"; stream: number }
  | { do: "openActivity"; stream: number }
  | { do: "detect"; stream: number; samples: Float32Array }
  | { do: "closeStream"; stream: number };

/**
 * Tokens with their start times in seconds; some models return neither. `isBiased`: terms of the task were listened for.
 */
export type Recognized = { text: string; tokens: string[]; timestamps: number[]; isBiased?: boolean };

/**
 * An utterance of a stream up to `end`, in seconds from the start of its sound, as the tokens' times are. `ended`: by a
 * pause, or divided for its length; undefined while it goes on.
 */
export type StreamUtterance = Recognized & { end: number; ended?: "pause" | "length" };

/** Who speaks from `start` to `end`, in seconds, numbered from 0. */
export type Turn = { start: number; end: number; speaker: number };

export type Spoken = { samples: Float32Array; sampleRate: number };

export type Question = { id: number; task: Task };

export type Reply = { id: number; answer: unknown } | { id: number; failure: string };

const threads = 2;

/**
 * Whether a model can listen for words: a transducer, which beam search needs to follow them. Others decode greedily, and
 * streaming ones too, since their streams take no words in this engine.
 */
export const takesHotwords = ({ config, streaming }: InstalledModel["model"]): boolean =>
  config.transducer !== undefined && !streaming;

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
  const isStreaming = model.streaming === true;
  return { do: "load", kind: model.kind, isStreaming, config: configs[model.kind](own, runtime, model) };
}

type MakeConfig = (own: Record<string, object>, runtime: object, model: SpeechModel) => Record<string, unknown>;

const configs: Record<SpeechModel["kind"], MakeConfig> = {
  stt: (own, runtime, model) => ({
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { ...own, ...runtime },
    decodingMethod: takesHotwords(model) ? "modified_beam_search" : "greedy_search",
  }),
  tts: (own, runtime) => ({ model: { ...own, ...runtime }, maxNumSentences: 1 }),
  // Says of each window whether it has speech. How long speech and pauses are to be is decided where utterances are divided.
  vad: ({ sileroVad }, runtime) => ({
    sileroVad: {
      threshold: 0.5,
      minSpeechDuration: shortest,
      minSilenceDuration: shortest,
      maxSpeechDuration: 3600,
      windowSize: windowLength,
      ...sileroVad,
    },
    sampleRate: 16_000,
    ...runtime,
    numThreads: 1,
  }),
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

/** In seconds: shorter than a window. The engine takes 0 for its default. */
const shortest = 0.001;

/** Of voice activity, as its models for 16 kHz take it. */
export const windowLength = 512;

/** The engine finds the number of speakers itself, by how much their embeddings may differ. */
const usualClustering = { numClusters: -1, threshold: 0.5 };
