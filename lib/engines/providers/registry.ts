import "server-only";
import { builtInPrices } from "@/lib/billing/prices/built-in";
import { pricesReady, registerPrices } from "@/lib/billing/prices/find";
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
import { demoProvider } from "./demo/provider";
import { espeakProvider } from "./espeak/provider";
import { openOpenAi } from "./openai/provider";
import { sherpaProviders } from "./sherpa/provider";

const embedded: readonly SpeechProvider[] = [espeakProvider, demoProvider];

const nothing = (): EngineFile => engineFileSchema.parse({});

/**
 * All speech engines of this installation. The list is replaced as a whole, so that a list in use stays consistent.
 */
class Registry {
  readonly #watched = new WatchedFile(env.VANG_ENGINES);
  readonly #watchedModels = new WatchedFile(changesFile(modelsDirectory()));
  #file = nothing();
  /** Keyed by the complete configuration, so that an unchanged engine keeps its connections and state. */
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

  /** Applies changes of the file or of the installed models. An invalid file is logged and changes nothing. */
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
    void this.ready.then(() => this.#logStrayPrices());
  }

  /** Only logged: the model may be installed later from another list. */
  async #logStrayPrices(): Promise<void> {
    const listed = (await loadManifest()).models.map(({ id }) => id);
    const here = [...this.#offered, ...this.#installed, ...embedded].flatMap(({ models }) => models);
    const models = findStrayPrices(this.#file, new Set([...listed, ...here.map(({ modelId }) => modelId)]));
    if (models.length === 0) return;
    log.error({ file: env.VANG_ENGINES, models }, "the engine file has prices for unknown models");
  }

  #open = (engine: OpenAiEngine): SpeechProvider =>
    openOpenAi(engine, () => this.#tryTo(() => this.#offer(this.#file, this.#remote)));

  /** Configured engines first, then installed, then embedded ones: the first is the default. */
  #offer(file: EngineFile, remote: ReadonlyMap<string, SpeechProvider>): void {
    const isOn = (type: string) =>
      file.engines.every((entry) => entry.type !== type || !("enabled" in entry) || entry.enabled);
    const offered = [
      ...remote.values(),
      ...(isOn("sherpa") ? this.#installed : []),
      ...embedded.filter(({ name }) => isOn(name) && (name !== "demo" || env.VANG_STT_DEMO === "on")),
    ];
    requireUniqueIds(offered);
    registerPrices(listPrices(file, offered, (id) => builtInPrices.some(({ modelId }) => modelId === id)));
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

/** Closes the engines that are no longer used, after their running calls. */
function retire(before: ReadonlyMap<string, SpeechProvider>, kept: ReadonlyMap<string, SpeechProvider>): void {
  for (const [key, provider] of before) {
    if (!kept.has(key)) void whenIdle(provider).then(() => provider.close?.());
  }
}

let registry: Registry | undefined;

/** The current engines. Returns the same array until something changes. */
export function listProviders(): readonly SpeechProvider[] {
  registry ??= new Registry();
  registry.refresh();
  return registry.offered;
}

/** Resolves when the installed models are available too, and their prices registered. */
export async function enginesReady(): Promise<void> {
  listProviders();
  await registry?.ready;
  await pricesReady();
}

/** Closes every engine's connections and processes. */
export async function closeEngines(): Promise<void> {
  const closing = registry;
  registry = undefined;
  await closing?.close();
}
