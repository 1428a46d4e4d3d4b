import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import { findPrice, findPriceAndNext, listAppliedPrices, pricesReady } from "@/lib/money/prices/find";
import type { Price } from "@/lib/money/prices/price-book";
import { statePrice } from "@/lib/money/prices/schema";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import type { Model, SpeechProvider, Voice } from "./provider";
import { currentOffer, installedReady, type Offer } from "./providers/registry";
import { stateOfEngine } from "./settings";

type Catalogue = {
  offer: Offer;
  voices: ReadonlyMap<string, Voice>;
  models: ReadonlyMap<string, { model: Model; provider: SpeechProvider }>;
  voiceRecords: readonly ReturnType<typeof describeVoice>[];
};

let made: Catalogue | undefined;

/** Rebuilt only when the engines have changed; their prices are then read before someone asks for one. */
function catalogue(): Catalogue {
  const offer = currentOffer();
  if (made?.offer === offer) return made;
  made = make(offer);
  pricesReady(offer.prices).catch((error: Error) =>
    log.error({ reason: error.message }, "the prices could not be read"),
  );
  return made;
}

/** With those that the staff turned off, whose models stay listed: `callEngine` rejects their requests. */
export const listProviders = (): readonly SpeechProvider[] => catalogue().offer.providers;

const currentPricesReady = () => pricesReady(catalogue().offer.prices);

/** Resolves when the installed models are available too, and their prices registered. */
export async function enginesReady(): Promise<void> {
  await installedReady();
  await currentPricesReady();
}

function make(offer: Offer): Catalogue {
  const voices = offer.providers.flatMap((provider) => provider.voices);
  const models = offer.providers.flatMap((provider) => provider.models.map((model) => ({ model, provider })));
  return {
    offer,
    voices: new Map(voices.map((voice) => [voice.voiceId, voice])),
    models: new Map(models.map((entry) => [entry.model.modelId, entry])),
    voiceRecords: voices.map(describeVoice),
  };
}

export type Offered = { model: Model; provider: SpeechProvider; prices: Offer["prices"] };

/** A model and a voice by one look at the current engines; undefined where there is none of that name. */
export function findOffered({ modelId, voiceId }: { modelId: string; voiceId?: string }): {
  offered: Offered | undefined;
  voice: Voice | undefined;
} {
  const { models, voices, offer } = catalogue();
  const found = models.get(modelId);
  return {
    offered: found && { ...found, prices: offer.prices },
    voice: voiceId === undefined ? undefined : voices.get(voiceId),
  };
}

export const findVoice = (voiceId: string): Voice | undefined => catalogue().voices.get(voiceId);

export const findModel = (modelId: string): Model | undefined => catalogue().models.get(modelId)?.model;

/** Those that a key of this mode can use. */
export const listVoices = (mode: KeyMode = "live") =>
  catalogue().voiceRecords.filter(({ modelIds }) => mode === "live" || modelIds.some(isForTests));

export const listModels = (mode: KeyMode = "live"): Model[] =>
  [...catalogue().models.values()].flatMap(({ model }) =>
    mode === "live" || isForTests(model.modelId) ? [model] : [],
  );

/** The model for a request that names none: the first whose engine takes requests now, or else the first. */
export function firstModel(models: readonly Model[]): Model | undefined {
  const isOn = ({ modelId }: Model) => stateOfEngine(catalogue().models.get(modelId)?.provider.name ?? "") === "on";
  return models.find(isOn) ?? models[0];
}

/** Whether there is a voice besides the embedded ones, which are robotic. */
export const hasNaturalVoices = (): boolean =>
  catalogue().offer.providers.some(({ voices, isForTests }) => voices.length > 0 && !isForTests);

const isForTests = (modelId: string): boolean => catalogue().models.get(modelId)?.provider.isForTests === true;

/** A model's current price for a business; null for the general price. Throws when there is none. */
export async function findModelPrice({ model, prices }: Offered, businessId: string | null): Promise<Price> {
  await pricesReady(prices);
  return findPrice(model.modelId, businessId);
}

/** With each model's current price for this business; null for the general price. */
export async function listModelsWithPrices(businessId: string | null, mode?: KeyMode) {
  await currentPricesReady();
  return listModels(mode).map((model) => describeModel(model, businessId));
}

/** Every model with each price that applies to the member's business at some time. */
export async function listModelPrices(member: Member) {
  requirePermission(member, "balance:read");
  const { businessId } = member;
  await currentPricesReady();
  return listModels().map(({ modelId, name, kind }) => {
    return { modelId, name, kind, prices: listAppliedPrices(modelId, businessId) };
  });
}

function describeVoice({ styles, modelIds, experimental = false, ...voice }: Voice) {
  return {
    ...voice,
    styles: [...styles],
    modelIds: [...modelIds],
    previewUrl: `${env.url}/tts/voices/preview?voiceId=${encodeURIComponent(voice.voiceId)}`,
    experimental,
  };
}

function describeModel(model: Model, businessId: string | null) {
  const { modelId, name, kind, languageCodes, engine, diarizesBy, config } = model;
  const { price, next } = findPriceAndNext(modelId, businessId);
  const { from: priceFrom, ...stated } = statePrice(price);
  const fields = Object.entries(config).map(
    ([name, { options, ...field }]) => [name, { ...field, ...(options && { options: [...options] }) }] as const,
  );
  const shown = {
    modelId,
    name,
    kind,
    languageCodes: [...languageCodes],
    ...(engine && { engine }),
    ...(kind === "stt" && { diarizes: diarizesBy !== undefined, ...(diarizesBy && { diarizesBy }) }),
  };
  const prices = { ...stated, priceFrom, nextPrice: next && statePrice(next) };
  return { ...shown, config: Object.fromEntries(fields), ...prices };
}
