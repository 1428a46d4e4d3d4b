import { type ConfigField, rejection } from "@/lib/engines/provider";
import { isNestedTooDeep } from "@/lib/platform/json-nesting";
import type { OpenAiModel } from "./schema";

/** Fields that we set. A caller who could override them could choose another model than they pay for. */
const reserved = new Set([
  "model",
  "input",
  "voice",
  "response_format",
  "stream",
  "stream_format",
  "file",
  "url",
  "include[]",
  "timestamp_granularities[]",
]);

/**
 * The caller's options under the engine's names. Throws ProviderError `rejected` for fields that we set, and for what
 * cannot be written as JSON: otherwise it would count as a failure of the engine.
 */
export function optionsFor({ rename }: OpenAiModel, config: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(config).map(([name, value]) => {
    const theirs = Object.hasOwn(rename, name) ? (rename[name] as string) : name;
    if (reserved.has(theirs) || isNestedTooDeep(value))
      throw rejection({ message: "speech.notAnOption", values: { name } });
    return [theirs, value];
  });
}

/** The range of speeds is that of OpenAI's API. */
const speed: ConfigField = {
  type: "number",
  min: 0.25,
  max: 4,
  step: 0.05,
  default: 1,
  label: { vi: "Tốc độ", en: "Speed" },
};

/** A model's options: the defaults for its kind, changed by the configuration. */
export function defaultConfig({ kind, config }: OpenAiModel): Record<string, ConfigField> {
  const fields: Record<string, ConfigField | null> = { ...(kind === "tts" && { speed }), ...config };
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, ConfigField] => entry[1] !== null),
  );
}
