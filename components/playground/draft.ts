import type { AudioFormat, ModelRecord, TtsRequest, VoiceRecord } from "@/lib/speech/schema";

export type ConfigValue = number | boolean | string;

/** What is on the bench: `config` holds only what differs from the model's defaults, which is what is sent. */
export type Draft = {
  text: string;
  voiceId: string;
  modelId: string;
  config: Record<string, ConfigValue>;
  audioFormat: AudioFormat;
};

export type Catalogue = { voices: readonly VoiceRecord[]; models: readonly ModelRecord[] };

export const listVoicesOf = ({ voices }: Catalogue, modelId: string): VoiceRecord[] =>
  voices.filter((voice) => voice.modelIds.includes(modelId));

/** The draft under another model: its own settings, and the same voice if it has it. */
export function withModel(draft: Draft, catalogue: Catalogue, modelId: string): Draft {
  const voices = listVoicesOf(catalogue, modelId);
  const { voiceId = "" } = voices.find((voice) => voice.voiceId === draft.voiceId) ?? voices[0] ?? {};
  return { ...draft, modelId, voiceId, config: {} };
}

/** A value equal to the model's default is left out rather than sent. */
export function withSetting(draft: Draft, model: ModelRecord, name: string, value: ConfigValue): Draft {
  const { [name]: _before, ...others } = draft.config;
  return { ...draft, config: value === model.config[name]?.default ? others : { ...others, [name]: value } };
}

export const requestOf = ({ config, ...rest }: Draft): TtsRequest => ({
  ...rest,
  ...(Object.keys(config).length > 0 && { config }),
});
