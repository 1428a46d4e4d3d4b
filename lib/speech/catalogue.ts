import "server-only";
import { clock } from "@/lib/clock";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { findPrice } from "@/lib/wallet/prices";
import type { Model, SpeechProvider, Voice } from "./provider";
import { providers } from "./providers/registry";
import type { ModelRecord, VoiceRecord } from "./schema";

const voices: readonly Voice[] = providers.flatMap((provider) => provider.voices);
const models: readonly Model[] = providers.flatMap((provider) => provider.models);

export const findVoice = (voiceId: string): Voice | undefined => voices.find((voice) => voice.voiceId === voiceId);

export const findModel = (modelId: string): Model | undefined => models.find((model) => model.modelId === modelId);

/** The engine that has this model. Throws MODEL_UNKNOWN. */
export function findProvider(modelId: string): SpeechProvider {
  const provider = providers.find(({ models }) => models.some((model) => model.modelId === modelId));
  if (!provider) throw new Refusal("MODEL_UNKNOWN", { param: "modelId" });
  return provider;
}

export function listVoices(): VoiceRecord[] {
  return voices.map(({ styles, modelIds, experimental = false, ...voice }) => ({
    ...voice,
    styles: [...styles],
    modelIds: [...modelIds],
    previewUrl: `${env.url}/tts/voices/preview?voiceId=${encodeURIComponent(voice.voiceId)}`,
    experimental,
  }));
}

export function listModels(): ModelRecord[] {
  return models.map((model) => {
    const { priceVnd, unit } = findPrice(model.modelId, clock.now());
    const config = Object.entries(model.config).map(([name, { options, ...field }]) => {
      return [name, { ...field, ...(options && { options: [...options] }) }] as const;
    });
    return { ...model, languageCodes: [...model.languageCodes], config: Object.fromEntries(config), priceVnd, unit };
  });
}
