import { rejection } from "@/lib/engines/provider";
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
