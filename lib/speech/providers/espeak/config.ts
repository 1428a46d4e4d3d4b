import { type ConfigField, ProviderError } from "@/lib/speech/provider";

type NumberField = ConfigField & { type: "number" | "integer"; min: number; max: number; default: number };

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
  const unknown = Object.keys(config).find((name) => !Object.hasOwn(espeakConfig, name));
  if (unknown !== undefined) {
    const known = Object.keys(espeakConfig).join(", ");
    throw new ProviderError(
      "rejected",
      `config has no option ${JSON.stringify(unknown.slice(0, 40))}. It may have: ${known}.`,
    );
  }
  return {
    speed: judge("speed", config.speed),
    pitch: judge("pitch", config.pitch),
    range: judge("range", config.range),
    volume: judge("volume", config.volume),
  };
}

function judge(name: keyof typeof espeakConfig, value: unknown): number {
  const field = espeakConfig[name];
  if (value === undefined) return field.default;
  const isKind = field.type === "integer" ? Number.isInteger(value) : Number.isFinite(value);
  if (typeof value === "number" && isKind && value >= field.min && value <= field.max) return value;
  const kind = field.type === "integer" ? "a whole number" : "a number";
  throw new ProviderError("rejected", `config.${name} must be ${kind} from ${field.min} to ${field.max}.`);
}
