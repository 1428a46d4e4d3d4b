import { labelOf, readingSamples } from "@/components/speech/pronunciations/reading-samples";
import type { SpokenAgain } from "@/lib/speech/history/describe";
import type { ReadingChoice, ReadingOption } from "@/lib/speech/pronunciations/schema";
import type { AudioFormat, ModelRecord, TtsRequest, VoiceRecord } from "@/lib/speech/schema";

export type ConfigValue = number | boolean | string;

/** The form's current input: `config` holds only what differs from the model's defaults, which is what is sent. */
export type Draft = {
  text: string;
  /** Of an earlier request that is read again. */
  textType?: "text" | "ssml";
  voiceId: string;
  modelId: string;
  config: Record<string, ConfigValue>;
  audioFormat: AudioFormat;
  /** What differs from the business's normalization settings, or `off`. */
  reading: ReadingChoice;
};

/** Whether anything differs from the business's normalization settings. */
export const isReadOtherwise = (reading: ReadingChoice): boolean =>
  reading === "off" || Object.keys(reading).length > 0;

const without = <Value>(values: Record<string, Value>, left: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== left));

/** Sets one choice; an empty one is left to the business. */
export function withOption(reading: ReadingChoice, option: ReadingOption, value: string): ReadingChoice {
  const others = without(reading === "off" ? {} : reading, option);
  return value === "" ? others : { ...others, [option]: value };
}

/** What a tab stored, without options that no longer exist. */
function restoreReading(kept: ReadingChoice | undefined): ReadingChoice {
  if (!kept || kept === "off") return kept ?? {};
  const known = readingSamples.filter((sample) => labelOf(sample, kept[sample.option] ?? null));
  return Object.fromEntries(known.map(({ option }) => [option, kept[option]]));
}

export type Catalogue = { voices: readonly VoiceRecord[]; models: readonly ModelRecord[] };

export const listVoicesOf = ({ voices }: Catalogue, modelId: string): VoiceRecord[] =>
  voices.filter((voice) => voice.modelIds.includes(modelId));

/** The draft for another model: its own settings, and the same voice if it has it. */
export function withModel(draft: Draft, catalogue: Catalogue, modelId: string): Draft {
  const voices = listVoicesOf(catalogue, modelId);
  const { voiceId = "" } = voices.find((voice) => voice.voiceId === draft.voiceId) ?? voices[0] ?? {};
  return { ...draft, modelId, voiceId, config: {} };
}

/** A value equal to the model's default is left out rather than sent. */
export function withSetting(draft: Draft, model: ModelRecord, name: string, value: ConfigValue): Draft {
  const others = without(draft.config, name);
  return { ...draft, config: value === model.config[name]?.default ? others : { ...others, [name]: value } };
}

/** The draft that a tab stored; what was removed or changed since is replaced by `fresh` or left out. */
export function restoreDraft(
  kept: Draft | undefined,
  fresh: Draft,
  catalogue: Catalogue,
  audioFormats: readonly AudioFormat[],
): Draft {
  if (!kept) return fresh;
  const model = catalogue.models.find(({ modelId }) => modelId === kept.modelId);
  if (!model) return { ...fresh, text: kept.text };
  const config = Object.entries(kept.config).filter(([name, value]) => {
    const { default: usual, options } = model.config[name] ?? {};
    return typeof value === typeof usual && (!options || options.includes(String(value)));
  });
  return {
    ...withModel({ ...fresh, text: kept.text, voiceId: kept.voiceId }, catalogue, model.modelId),
    config: Object.fromEntries(config),
    audioFormat: audioFormats.includes(kept.audioFormat) ? kept.audioFormat : fresh.audioFormat,
    reading: restoreReading(kept.reading),
  };
}

/** The draft of an earlier job. Its text may no longer be stored: then what was typed stays. */
export const draftOf = ({ text, config, audioFormat, ...again }: SpokenAgain, typed = ""): Draft => ({
  ...again,
  text: text ?? typed,
  config: config as Draft["config"],
  audioFormat: audioFormat as AudioFormat,
});

export const requestOf = ({ config, reading, ...rest }: Draft): TtsRequest => ({
  ...rest,
  ...(Object.keys(config).length > 0 && { config }),
  ...(isReadOtherwise(reading) && { reading }),
});
