import { type NumberField, requireOptions, validateNumber } from "@/lib/engines/providers/validate-config";

export const speedField = {
  type: "number",
  min: 0.5,
  max: 2,
  step: 0.05,
  default: 1,
  label: { vi: "Tốc độ", en: "Speed" },
} as const satisfies NumberField;

/** The caller's speed. Throws `rejected`, naming the option and its allowed values. */
export function validateSpeed(config: Readonly<Record<string, unknown>>): number {
  requireOptions(config, ["speed"]);
  return validateNumber(config, "speed", speedField);
}
