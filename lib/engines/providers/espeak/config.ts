import { type NumberField, requireOptions, validateNumber } from "@/lib/engines/providers/validate-config";

export const espeakConfig = {
  speed: {
    type: "number",
    min: 0.5,
    max: 2,
    step: 0.05,
    default: 1,
    label: { vi: "Tốc độ", en: "Speed" },
  },
  pitch: { type: "integer", min: 0, max: 99, step: 1, default: 50, label: { vi: "Cao độ", en: "Pitch" } },
  range: { type: "integer", min: 0, max: 100, step: 1, default: 50, label: { vi: "Ngữ điệu", en: "Intonation" } },
  volume: { type: "integer", min: 0, max: 200, step: 1, default: 100, label: { vi: "Âm lượng", en: "Volume" } },
} as const satisfies Record<string, NumberField>;

/** The engine stops here, so that no text can fill the memory: five thousand emoji, read by name, take an hour. */
export const longestSeconds = 900;

export type EspeakOptions = Record<keyof typeof espeakConfig, number>;

/** The caller's options with defaults filled in. Throws `rejected`, naming the option and its allowed values. */
export function validateConfig(config: Readonly<Record<string, unknown>>): EspeakOptions {
  requireOptions(config, Object.keys(espeakConfig));
  return {
    speed: validateNumber(config, "speed", espeakConfig.speed),
    pitch: validateNumber(config, "pitch", espeakConfig.pitch),
    range: validateNumber(config, "range", espeakConfig.range),
    volume: validateNumber(config, "volume", espeakConfig.volume),
  };
}
