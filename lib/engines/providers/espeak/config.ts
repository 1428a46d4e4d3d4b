import { judgeNumber, type NumberField, requireOptions } from "@/lib/engines/providers/judge";

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
  range: { type: "integer", min: 0, max: 100, step: 1, default: 50, label: { vi: "Độ lên xuống", en: "Intonation" } },
  volume: { type: "integer", min: 0, max: 200, step: 1, default: 100, label: { vi: "Âm lượng", en: "Volume" } },
} as const satisfies Record<string, NumberField>;

/**
 * Where the engine stops, so that no text can fill the memory. Five thousand letters at half speed take ten minutes;
 * five thousand emoji, each read by its name, an hour.
 */
export const longestSeconds = 900;

export type EspeakOptions = Record<keyof typeof espeakConfig, number>;

/** The caller's options with the defaults filled in. Throws `rejected`, naming the option and what it may be. */
export function judgeConfig(config: Readonly<Record<string, unknown>>): EspeakOptions {
  requireOptions(config, Object.keys(espeakConfig));
  return {
    speed: judgeNumber(config, "speed", espeakConfig.speed),
    pitch: judgeNumber(config, "pitch", espeakConfig.pitch),
    range: judgeNumber(config, "range", espeakConfig.range),
    volume: judgeNumber(config, "volume", espeakConfig.volume),
  };
}
