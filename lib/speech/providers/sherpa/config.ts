import { type ConfigField, ProviderError } from "@/lib/speech/provider";

export const speedField = {
  type: "number",
  min: 0.5,
  max: 2,
  step: 0.05,
  default: 1,
  label: { vi: "Tốc độ", en: "Speed" },
} as const satisfies ConfigField;

/** The speed a caller asks for. Throws `rejected`, naming the option and what it may be. */
export function judgeSpeed(config: Readonly<Record<string, unknown>>): number {
  requireOptions(config, ["speed"]);
  const { speed = speedField.default } = config;
  const { min, max } = speedField;
  if (typeof speed === "number" && speed >= min && speed <= max) return speed;
  throw new ProviderError("rejected", `config.speed must be a number from ${min} to ${max}.`);
}

/** Throws `rejected` when a caller sends an option that is not one of these. */
export function requireOptions(config: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const unknown = Object.keys(config).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const may = known.length === 0 ? "This model has none." : `It may have: ${known.join(", ")}.`;
  throw new ProviderError("rejected", `config has no option ${JSON.stringify(unknown.slice(0, 40))}. ${may}`);
}
