import { judgeNumber, type NumberField, requireOptions } from "@/lib/engines/providers/judge";

export const speedField = {
  type: "number",
  min: 0.5,
  max: 2,
  step: 0.05,
  default: 1,
  label: { vi: "Tốc độ", en: "Speed" },
} as const satisfies NumberField;

/** The speed a caller asks for. Throws `rejected`, naming the option and what it may be. */
export function judgeSpeed(config: Readonly<Record<string, unknown>>): number {
  requireOptions(config, ["speed"]);
  return judgeNumber(config, "speed", speedField);
}
