import type { ConfigField } from "@/lib/engines/provider";
import type { OpenAiModel } from "./schema";

/** As in OpenAI's API. */
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
