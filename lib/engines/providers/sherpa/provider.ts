import "server-only";
import { existsSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { WatchedFile } from "@/lib/engines/config/watched-file";
import type { EngineType, OpenedEngine } from "@/lib/engines/engine-type";
import { changesFile, type InstalledModel, listInstalled, modelsDirectory } from "@/lib/engines/models/installed";
import { isOffered, loadManifest } from "@/lib/engines/models/manifest";
import { type Model, rejection, type SpeechProvider, type Voice } from "@/lib/engines/provider";
import { builtIn } from "@/lib/engines/providers/built-in";
import { type NumberField, requireOptions, validateNumber } from "@/lib/engines/providers/validate-config";
import { closeWhenIdle } from "@/lib/engines/resilience/call";
import { log } from "@/lib/platform/log";
import { perProcess } from "@/lib/platform/per-process";
import { processWide } from "@/lib/platform/process-wide";
import { Engines } from "./engines";
import { openLive } from "./live";
import { StreamEngines } from "./streams";
import { loadTask, type Spoken } from "./task";
import { transcribe } from "./transcribe";

/** The models that `npm run models` installs, each an engine of its own. */
export const sherpaEngine = {
  ...builtIn("sherpa"),
  open: (_, onChange) => new InstalledModels(onChange),
} satisfies EngineType;

class InstalledModels implements OpenedEngine {
  readonly #watched = new WatchedFile(changesFile(modelsDirectory()));
  readonly #onChange: () => void;
  providers: readonly SpeechProvider[] = [];
  ready: Promise<void> = Promise.resolve();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  refresh(): void {
    if (this.#watched.takeChange() !== undefined) this.ready = this.#find();
  }

  listKnownModels = async (): Promise<string[]> =>
    (await loadManifest()).models.flatMap((model) => (isOffered(model) ? [model.id] : []));

  async #find(): Promise<void> {
    const before = this.providers;
    this.providers = await sherpaProviders().catch((error: Error) => {
      log.error({ reason: error.message }, "the installed speech models could not be listed");
      return before;
    });
    if (before.length === 0 && this.providers.length === 0) return;
    this.#onChange();
    for (const provider of before) if (!this.providers.includes(provider)) closeWhenIdle(provider);
  }
}

/** The maximum for one model. Each process runs two threads and holds the model, up to half a gigabyte. */
const processes = perProcess(Math.min(availableParallelism() / 2, totalmem() / 2 ** 31));

/** Whether the native package, an optional dependency, is installed. */
export const isEngineThere = (root = process.cwd()): boolean =>
  existsSync(join(root, "node_modules/sherpa-onnx-node/package.json"));

const opened = new Map<string, SpeechProvider>();

/** One engine for each model, so that a failing one affects no other. An unchanged model keeps its engine object. */
export async function sherpaProviders(directory = modelsDirectory()): Promise<SpeechProvider[]> {
  const all = await listInstalled(directory);
  const diarization = all.find(({ model }) => model.kind === "diarization");
  return all.flatMap((installed) => {
    if (!isOffered(installed.model)) return [];
    const own = installed.model.kind === "stt" ? { installed, diarization } : { installed };
    const key = JSON.stringify(own);
    const provider = opened.get(key) ?? openSherpa(installed, sharedEngines(installed, key), diarization);
    opened.set(key, provider);
    return [provider];
  });
}

/**
 * An installed model, run by sherpa-onnx in separate processes that start at the first call. A recognizer distinguishes
 * speakers with the diarization that is installed; its processes are shared, and end when they are idle.
 */
export function openSherpa(
  installed: InstalledModel,
  engines = sharedEngines(installed),
  diarization?: InstalledModel,
): SpeechProvider {
  const { model } = installed;
  const diarizer = diarization && sharedEngines(diarization);
  const provider: SpeechProvider = {
    name: `sherpa-${model.id}`,
    voices: listVoices(installed),
    models: [describeModel(installed, diarizer !== undefined)],
    // Long audio is transcribed part by part, so other calls run in between.
    concurrency: model.kind === "stt" ? processes * 4 : processes,
    hasExactPauses: model.kind === "tts",
    // The model was tested at installation. Loading it for a probe would occupy memory without need.
    health: async () =>
      isEngineThere() ? { ok: true } : { ok: false, detail: "The package sherpa-onnx-node is not installed." },
    close: async () => engines.close(),
  };
  if (model.kind === "tts")
    return { ...provider, synthesize: (request, signal) => speak(installed, engines, request, signal) };
  const recognizer: SpeechProvider = {
    ...provider,
    transcribe: (request, signal) => transcribe(installed, engines, request, signal, diarizer),
  };
  if (!model.streaming) return recognizer;
  const live = new StreamEngines(loadTask(installed), { processes });
  return {
    ...recognizer,
    openLive: (options, take) => openLive(installed, live, options, take),
    close: async () => {
      engines.close();
      live.close();
    },
  };
}

const listVoices = ({ model }: InstalledModel): Voice[] =>
  model.voices.map(({ speaker, ...voice }) => ({
    ...voice,
    languageCode: model.languageCodes[0] ?? "vi",
    styles: ["neutral"],
    modelIds: [model.id],
  }));

const describeModel = ({ model }: InstalledModel, diarizes: boolean): Model => ({
  modelId: model.id,
  name: model.name,
  kind: model.kind === "tts" ? "tts" : "stt",
  ...(diarizes && { diarizesBy: "installed_model" }),
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
  requireOptions(config, ["speed"]);
  const speed = validateNumber(config, "speed", speedField);
  const task = { do: "speak" as const, text, speaker: voice.speaker, speed };
  const spoken = await engines.run<Spoken>(task, signal);
  if (spoken.samples.length === 0) throw rejection({ param: "text", message: "speech.nothingToRead" });
  return spoken;
}

const sherpaEngines = processWide("sherpa engines", () => new Map<string, Engines>());

function sharedEngines(installed: InstalledModel, key = JSON.stringify(installed)): Engines {
  const engines = sherpaEngines.get(key) ?? new Engines(loadTask(installed), processes);
  sherpaEngines.set(key, engines);
  return engines;
}

const speedField = {
  type: "number",
  min: 0.5,
  max: 2,
  step: 0.05,
  default: 1,
  label: { vi: "Tốc độ", en: "Speed" },
} as const satisfies NumberField;
