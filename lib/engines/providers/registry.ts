import "server-only";
import { findStrayPrices, listPrices, requireUniqueIds } from "@/lib/engines/config/offer";
import { EngineFileError, parseEngineFile } from "@/lib/engines/config/parse";
import { type EngineFile, engineFileSchema, type OpenAiEngine } from "@/lib/engines/config/schema";
import { WatchedFile } from "@/lib/engines/config/watched-file";
import type { SpeechProvider } from "@/lib/engines/provider";
import { whenIdle } from "@/lib/engines/resilience/call";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { changesFile, modelsDirectory } from "@/lib/models/installed";
import { loadManifest } from "@/lib/models/manifest";
import { prices, registerPrices } from "@/lib/wallet/prices";
import { demoProvider } from "./demo/provider";
import { espeakProvider } from "./espeak/provider";
import { openOpenAi } from "./openai/provider";
import { sherpaProviders } from "./sherpa/provider";

const embedded: readonly SpeechProvider[] = [espeakProvider, demoProvider];

const nothing = (): EngineFile => engineFileSchema.parse({});

/** Every speech engine of this installation. Replaced as a whole, so that whoever holds a list has one that agrees. */
class Registry {
  readonly #watched = new WatchedFile(env.VANG_ENGINES);
  readonly #watchedModels = new WatchedFile(changesFile(modelsDirectory()));
  #file = nothing();
  /** By the whole of their configuration: an engine that stays as it was keeps its connections and what is known of it. */
  #remote = new Map<string, SpeechProvider>();
  #installed: readonly SpeechProvider[] = [];
  #offered: readonly SpeechProvider[] = [];
  ready: Promise<void> = Promise.resolve();

  constructor() {
    this.#offer(this.#file, this.#remote);
    this.refresh();
  }

  get offered(): readonly SpeechProvider[] {
    return this.#offered;
  }

  /** Takes up a change of the file or of the installed models. A file that is wrong changes nothing and is logged. */
  refresh(): void {
    if (this.#watchedModels.takeChange() !== undefined) this.ready = this.#findInstalled();
    this.#tryTo(() => {
      const text = this.#watched.takeChange();
      if (text !== undefined) this.#apply(text === null ? nothing() : parseEngineFile(text));
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#offered.map((provider) => provider.close?.()));
  }

  #apply(file: EngineFile): void {
    const before = this.#remote;
    const remote = new Map<string, SpeechProvider>();
    try {
      for (const engine of file.engines.filter((entry) => entry.type === "openai")) {
        const key = JSON.stringify(engine);
        if (remote.has(key)) throw new EngineFileError(`engine ${engine.id} is there twice`);
        remote.set(key, before.get(key) ?? this.#open(engine));
      }
      this.#offer(file, remote);
    } catch (error) {
      retire(remote, before);
      throw error;
    }
    this.#file = file;
    this.#remote = remote;
    retire(before, remote);
    void this.ready.then(() => this.#tellStrayPrices());
  }

  /** Not refused: a model may be installed later, from a list that is not ours. */
  async #tellStrayPrices(): Promise<void> {
    const listed = (await loadManifest()).models.map(({ id }) => id);
    const here = [...this.#offered, ...this.#installed, ...embedded].flatMap(({ models }) => models);
    const models = findStrayPrices(this.#file, new Set([...listed, ...here.map(({ modelId }) => modelId)]));
    if (models.length === 0) return;
    log.error({ file: env.VANG_ENGINES, models }, "the engine file has prices for models that nobody knows");
  }

  #open = (engine: OpenAiEngine): SpeechProvider =>
    openOpenAi(engine, () => this.#tryTo(() => this.#offer(this.#file, this.#remote)));

  /** The configured engines before the installed ones, and those before the embedded ones: the first is the usual one. */
  #offer(file: EngineFile, remote: ReadonlyMap<string, SpeechProvider>): void {
    const isOn = (type: string) =>
      file.engines.every((entry) => entry.type !== type || !("enabled" in entry) || entry.enabled);
    const offered = [
      ...remote.values(),
      ...(isOn("sherpa") ? this.#installed : []),
      ...embedded.filter(({ name }) => isOn(name) && (name !== "demo" || env.VANG_STT_DEMO === "on")),
    ];
    requireUniqueIds(offered);
    registerPrices(listPrices(file, offered, (id) => prices.some(({ modelId }) => modelId === id)));
    this.#offered = offered;
  }

  async #findInstalled(): Promise<void> {
    const before = this.#installed;
    this.#installed = await sherpaProviders().catch((error: Error) => {
      log.error({ reason: error.message }, "the installed speech models could not be listed");
      return before;
    });
    if (before.length === 0 && this.#installed.length === 0) return;
    this.#tryTo(() => this.#offer(this.#file, this.#remote));
    const gone = before.filter((provider) => !this.#installed.includes(provider));
    retire(new Map(gone.map((provider) => [provider.name, provider])), new Map());
  }

  #tryTo(change: () => void): void {
    try {
      change();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ file: env.VANG_ENGINES, reason }, "the engine file is wrong, so that the engines stay as they were");
    }
  }
}

/** Closes those that are not kept, once the calls in hand have ended. */
function retire(before: ReadonlyMap<string, SpeechProvider>, kept: ReadonlyMap<string, SpeechProvider>): void {
  for (const [key, provider] of before) {
    if (!kept.has(key)) void whenIdle(provider).then(() => provider.close?.());
  }
}

let registry: Registry | undefined;

/** Every speech engine on offer now. The list is the same object until something changes. */
export function listProviders(): readonly SpeechProvider[] {
  registry ??= new Registry();
  registry.refresh();
  return registry.offered;
}

/** Resolves once the installed models are on offer too. */
export async function enginesReady(): Promise<void> {
  listProviders();
  await registry?.ready;
}

/** Lets go of every engine's connections and processes. */
export async function closeEngines(): Promise<void> {
  const closing = registry;
  registry = undefined;
  await closing?.close();
}
