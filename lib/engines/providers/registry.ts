import "server-only";
import { EngineFileError } from "@/lib/engines/config/fields";
import { findStrayPrices, listPrices, requireUniqueIds } from "@/lib/engines/config/offer";
import { type EngineFile, parseEngineFile } from "@/lib/engines/config/parse";
import { WatchedFile } from "@/lib/engines/config/watched-file";
import type { EngineEntry, OpenedEngine } from "@/lib/engines/engine-type";
import type { SpeechProvider } from "@/lib/engines/provider";
import { closeWhenIdle } from "@/lib/engines/resilience/call";
import type { ConfiguredPrice } from "@/lib/money/prices/new-prices";
import { builtInPrices } from "@/lib/money/prices/new-prices";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { engineTypes, typeOf } from "./engine-types";

/** The current engines and the prices that the engine file sets. Another object as soon as something changes. */
export type Offer = { providers: readonly SpeechProvider[]; prices: readonly ConfiguredPrice[] };

const builtInTypes = engineTypes.filter(({ isBuiltIn }) => isBuiltIn);
const pricedModels = builtInPrices.map(({ modelId }) => modelId);

/** All speech engines of this installation. The offer is replaced as a whole, so that one in use stays consistent. */
class Registry {
  readonly #watched = new WatchedFile(env.VANG_ENGINES);
  readonly #builtIn: ReadonlyMap<string, OpenedEngine>;
  #file: EngineFile = { engines: [] };
  /** Keyed by the complete configuration, so that an unchanged engine keeps its connections and state. */
  #configured: ReadonlyMap<string, OpenedEngine> = new Map();
  #offer: Offer = { providers: [], prices: [] };

  constructor() {
    this.#builtIn = new Map(builtInTypes.map((type) => [type.type, type.open(type, this.#offerAgain)]));
    this.#offer = this.#makeOffer(this.#file, this.#configured);
    this.refresh();
  }

  get offer(): Offer {
    return this.#offer;
  }

  /** Resolves when the installed models are available too. */
  async ready(): Promise<void> {
    await Promise.all(this.#opened().map(({ ready }) => ready));
  }

  /** Applies changes of the file or of the installed models. An invalid file is logged and changes nothing. */
  refresh(): void {
    for (const opened of this.#opened()) opened.refresh?.();
    this.#tryTo(() => {
      const text = this.#watched.takeChange();
      if (text !== undefined) this.#apply(text === null ? { engines: [] } : parseEngineFile(text));
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#offer.providers.map((provider) => provider.close?.()));
  }

  #opened = (): OpenedEngine[] => [...this.#builtIn.values(), ...this.#configured.values()];

  #apply(file: EngineFile): void {
    const before = this.#configured;
    const configured = new Map<string, OpenedEngine>();
    try {
      for (const engine of file.engines.filter((entry) => !typeOf(entry).isBuiltIn)) {
        const key = JSON.stringify(engine);
        if (configured.has(key)) throw new EngineFileError(`engine ${engine.id} is there twice`);
        configured.set(key, before.get(key) ?? this.#open(engine));
      }
      this.#offer = this.#makeOffer(file, configured);
    } catch (error) {
      retire(configured, before);
      throw error;
    }
    this.#file = file;
    this.#configured = configured;
    retire(before, configured);
    void this.ready().then(() => this.#logStrayPrices());
  }

  /** Only logged: the model may be installed later from another list. */
  async #logStrayPrices(): Promise<void> {
    const opened = this.#opened();
    const later = await Promise.all(opened.map((engine) => engine.listKnownModels?.() ?? []));
    const here = opened.flatMap(({ providers }) => providers.flatMap((provider) => provider.models));
    const known = [...later.flat(), ...here.map(({ modelId }) => modelId), ...pricedModels];
    const models = findStrayPrices(this.#file, new Set(known));
    if (models.length === 0) return;
    log.error({ file: env.VANG_ENGINES, models }, "the engine file has prices for unknown models");
  }

  #open = (entry: EngineEntry): OpenedEngine => typeOf(entry).open(entry, this.#offerAgain);

  #offerAgain = () =>
    this.#tryTo(() => {
      this.#offer = this.#makeOffer(this.#file, this.#configured);
    });

  /** Configured engines first, then installed, then embedded ones: the first is the default. */
  #makeOffer(file: EngineFile, configured: ReadonlyMap<string, OpenedEngine>): Offer {
    const isOn = (type: string) => file.engines.every((entry) => entry.type !== type || entry.enabled !== false);
    const builtIn = [...this.#builtIn].flatMap(([type, opened]) => (isOn(type) ? [opened] : []));
    const providers = [...configured.values(), ...builtIn].flatMap((opened) => opened.providers);
    requireUniqueIds(providers);
    return { providers, prices: listPrices(file, providers, (id) => pricedModels.includes(id)) };
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
function retire(before: ReadonlyMap<string, OpenedEngine>, kept: ReadonlyMap<string, OpenedEngine>): void {
  for (const [key, { providers }] of before) if (!kept.has(key)) providers.forEach(closeWhenIdle);
}

let registry: Registry | undefined;

/** The current engines and prices. Returns the same object until something changes. */
export function currentOffer(): Offer {
  registry ??= new Registry();
  registry.refresh();
  return registry.offer;
}

export async function installedReady(): Promise<void> {
  currentOffer();
  await registry?.ready();
}

export async function closeEngines(): Promise<void> {
  const closing = registry;
  registry = undefined;
  await closing?.close();
}
