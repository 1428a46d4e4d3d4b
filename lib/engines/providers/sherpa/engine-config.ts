import { join } from "node:path";
import type { InstalledModel } from "@/lib/engines/models/installed";
import type { Task } from "./task";

const threads = 2;

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
      ? { featConfig: { sampleRate: 16_000, featureDim: 80 }, modelConfig: own, decodingMethod: "greedy_search" }
      : { model: own, maxNumSentences: 1 };
  return { do: "load", kind: model.kind, config };
}
