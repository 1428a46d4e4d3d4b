import "server-only";
import { findPriceAndNext, listAppliedPrices } from "@/lib/billing/prices/find";
import { statePrice } from "@/lib/billing/prices/schema";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { type Member, requirePermission } from "@/lib/principals/member";
import type { ConfigField, Model, SpeechProvider, Voice } from "./provider";
import { listProviders } from "./providers/registry";

type Catalogue = {
  of: readonly SpeechProvider[];
  voices: ReadonlyMap<string, Voice>;
  models: ReadonlyMap<string, { model: Model; provider: SpeechProvider }>;
  voiceRecords: readonly ReturnType<typeof describeVoice>[];
};

let made: Catalogue | undefined;

/** Rebuilt only when the list of engines has changed. */
function catalogue(): Catalogue {
  const providers = listProviders();
  if (made?.of !== providers) made = make(providers);
  return made;
}

function make(providers: readonly SpeechProvider[]): Catalogue {
  const voices = providers.flatMap((provider) => provider.voices);
  const models = providers.flatMap((provider) => provider.models.map((model) => ({ model, provider })));
  return {
    of: providers,
    voices: new Map(voices.map((voice) => [voice.voiceId, voice])),
    models: new Map(models.map((entry) => [entry.model.modelId, entry])),
    voiceRecords: voices.map(describeVoice),
  };
}

export const findVoice = (voiceId: string): Voice | undefined => catalogue().voices.get(voiceId);

export const findModel = (modelId: string): Model | undefined => catalogue().models.get(modelId)?.model;

/** Returns the engine that has this model. Throws MODEL_UNKNOWN. */
export function findProvider(modelId: string): SpeechProvider {
  const found = catalogue().models.get(modelId);
  if (!found) throw new AppError("MODEL_UNKNOWN", { param: "modelId" });
  return found.provider;
}

export const listVoices = () => [...catalogue().voiceRecords];

export const listModels = (): Model[] => [...catalogue().models.values()].map(({ model }) => model);

/** With each model's current price for this business; null for the general price. */
export const listModelsWithPrices = (businessId: string | null) =>
  Promise.all(listModels().map((model) => describeModel(model, businessId)));

/** Every model with each price that applies to the member's business at some time. */
export async function listModelPrices(member: Member) {
  requirePermission(member, "balance:read");
  const { businessId } = member;
  return Promise.all(
    listModels().map(async ({ modelId, name, kind }) => {
      return { modelId, name, kind, prices: await listAppliedPrices(modelId, businessId) };
    }),
  );
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

async function describeModel(model: Model, businessId: string | null) {
  const { modelId, name, kind, languageCodes, engine, config } = model;
  const { price, next } = await findPriceAndNext(modelId, businessId);
  const { from: priceFrom, ...stated } = statePrice(price);
  const fields = Object.entries(config).map(([field, value]) => [field, describeField(value)] as const);
  const shown = { modelId, name, kind, languageCodes: [...languageCodes], ...(engine && { engine }) };
  const prices = { ...stated, priceFrom, nextPrice: next && statePrice(next) };
  return { ...shown, config: Object.fromEntries(fields), ...prices };
}

const describeField = ({ options, ...field }: ConfigField) => ({ ...field, ...(options && { options: [...options] }) });
