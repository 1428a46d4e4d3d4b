import "server-only";
import { existsSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { type Model, rejection, type SpeechProvider, type Voice } from "@/lib/engines/provider";
import { type InstalledModel, listInstalled, modelsDirectory } from "@/lib/models/installed";
import { judgeSpeed, speedField } from "./config";
import { loadTask } from "./engine-config";
import { Engines } from "./engines";
import { hear } from "./hear";
import type { Spoken } from "./task";

/** Of one model at most. Each runs two threads and holds the model, up to half a gigabyte, in its memory. */
const processes = Math.max(1, Math.floor(Math.min(availableParallelism() / 2, totalmem() / 2 ** 31)));

/** Whether the native engine is here: it is an optional dependency. */
export const isEngineThere = (root = process.cwd()): boolean =>
  existsSync(join(root, "node_modules/sherpa-onnx-node/package.json"));

const opened = new Map<string, SpeechProvider>();

/**
 * Every installed model, each an engine of its own: one that breaks takes no other with it. A model that stays as it
 * was is the same engine each time.
 */
export async function sherpaProviders(directory = modelsDirectory()): Promise<SpeechProvider[]> {
  return (await listInstalled(directory)).map((installed) => {
    const key = JSON.stringify(installed);
    const provider = opened.get(key) ?? openSherpa(installed);
    opened.set(key, provider);
    return provider;
  });
}

/** A model on this machine, run by sherpa-onnx in processes of its own that start at the first call. */
export function openSherpa(installed: InstalledModel, engines = sharedEngines(installed)): SpeechProvider {
  const { model } = installed;
  const provider: SpeechProvider = {
    name: `sherpa-${model.id}`,
    voices: listVoices(installed),
    models: [describe(installed)],
    // Long audio is heard part by part, and other calls get their turn in between.
    concurrency: model.kind === "stt" ? processes * 4 : processes,
    hasExactPauses: model.kind === "tts",
    // The model was tried when it was installed. To load it for every probe would keep it in memory for nobody.
    health: async () =>
      isEngineThere() ? { ok: true } : { ok: false, detail: "The package sherpa-onnx-node is not installed." },
    close: async () => engines.close(),
  };
  return model.kind === "tts"
    ? { ...provider, synthesize: (request, signal) => speak(installed, engines, request, signal) }
    : { ...provider, transcribe: (request, signal) => hear(installed, engines, request, signal) };
}

const listVoices = ({ model }: InstalledModel): Voice[] =>
  model.voices.map(({ speaker, ...voice }) => ({
    ...voice,
    languageCode: model.languageCodes[0] ?? "vi",
    styles: ["neutral"],
    modelIds: [model.id],
  }));

const describe = ({ model }: InstalledModel): Model => ({
  modelId: model.id,
  name: model.name,
  kind: model.kind,
  languageCodes: model.languageCodes,
  config: model.kind === "tts" ? { speed: speedField } : {},
});

type Synthesize = NonNullable<SpeechProvider["synthesize"]>;

async function speak(
  { model }: InstalledModel,
  engines: Engines,
  { text, voiceId, config }: Parameters<Synthesize>[0],
  signal: AbortSignal,
): ReturnType<Synthesize> {
  const voice = model.voices.find((candidate) => candidate.voiceId === voiceId);
  if (!voice) throw rejection({ param: "voiceId", message: "errors.VOICE_NOT_IN_MODEL" });
  const task = { do: "speak" as const, text, speaker: voice.speaker, speed: judgeSpeed(config) };
  const spoken = await engines.run<Spoken>(task, signal);
  if (spoken.samples.length === 0) throw rejection({ param: "text", message: "speech.nothingToRead" });
  return spoken;
}

// One process holds several copies of this module (Next's bundle, the API's, a reload's): they share the engines.
const shared = globalThis as typeof globalThis & { vangSherpaEngines?: Map<string, Engines> };

function sharedEngines(installed: InstalledModel): Engines {
  shared.vangSherpaEngines ??= new Map();
  const key = JSON.stringify(installed);
  const engines = shared.vangSherpaEngines.get(key) ?? new Engines(loadTask(installed), processes);
  shared.vangSherpaEngines.set(key, engines);
  return engines;
}
