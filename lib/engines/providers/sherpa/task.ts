import { join } from "node:path";
import type { InstalledModel } from "@/lib/engines/models/installed";

/** Messages from the server to its engine process. The first is always `load`. */
export type Task =
  | { do: "load"; kind: "stt" | "tts"; config: Record<string, unknown> }
  | { do: "transcribe"; samples: Float32Array; sampleRate: number; terms?: readonly string[] }
  | { do: "speak"; text: string; speaker: number; speed: number };

/**
 * Tokens with their start times in seconds; some models return neither. `isBiased`: terms of the task were listened for.
 */
export type Recognized = { text: string; tokens: string[]; timestamps: number[]; isBiased?: boolean };

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
  const own = { ...(absolute(model.config) as object), numThreads: threads, provider: "cpu", debug: false };
  const config =
    model.kind === "stt"
      ? {
          featConfig: { sampleRate: 16_000, featureDim: 80 },
          modelConfig: own,
          decodingMethod: takesHotwords(model) ? "modified_beam_search" : "greedy_search",
        }
      : { model: own, maxNumSentences: 1 };
  return { do: "load", kind: model.kind, config };
}
