import { type ConfigField, rejection } from "@/lib/engines/provider";

export type NumberField = ConfigField & { type: "number" | "integer"; min: number; max: number; default: number };

type Config = Readonly<Record<string, unknown>>;

/** Throws `rejected` for an option that is not known. */
export function requireOptions(config: Config, known: readonly string[]): void {
  const unknown = Object.keys(config).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const name = JSON.stringify(unknown.slice(0, 40));
  if (known.length === 0) throw rejection({ message: "speech.noOptions", values: { name } });
  throw rejection({ message: "speech.noOption", values: { name, known: known.join(", ") } });
}

/** The number in the caller's config, or the default. Throws `rejected`, naming the option and its allowed values. */
export function validateNumber(config: Config, name: string, field: NumberField): number {
  const { [name]: value = field.default } = config;
  const { type, min, max } = field;
  const isKind = type === "integer" ? Number.isInteger(value) : Number.isFinite(value);
  if (typeof value === "number" && isKind && value >= min && value <= max) return value;
  const message = type === "integer" ? "speech.wholeNumberOption" : "speech.numberOption";
  throw rejection({ message, values: { name, min, max } });
}
