import type { OpenAiModel } from "@/lib/engines/config/schema";
import { rejection } from "@/lib/engines/provider";

/** What a request says besides its options. A caller who could set it would choose another model than they pay. */
const ours = new Set([
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

/** A caller's options under the engine's own names, otherwise untouched. Throws ProviderError `rejected` for ours. */
export function optionsFor({ rename }: OpenAiModel, config: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(config).map(([name, value]) => {
    const theirs = Object.hasOwn(rename, name) ? (rename[name] as string) : name;
    if (ours.has(theirs)) throw rejection({ message: "speech.notAnOption", values: { name } });
    return [theirs, value];
  });
}
