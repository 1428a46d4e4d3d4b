import { z } from "zod";
import { clock } from "@/lib/platform/clock";

/** Names the invalid places of the engine file. Never repeats a value, because some are keys. */
export class EngineFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EngineFileError";
  }
}

const label = z.strictObject({ vi: z.string().min(1), en: z.string().min(1) });

const numberShape = {
  min: z.number(),
  max: z.number(),
  step: z.number().positive().optional(),
  default: z.number(),
  label,
};

export const configFieldSchema = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("number"), ...numberShape }),
    z.strictObject({ type: z.literal("integer"), ...numberShape }),
    z.strictObject({ type: z.literal("boolean"), default: z.boolean(), label }),
    z.strictObject({ type: z.literal("enum"), options: z.array(z.string()).min(1), default: z.string(), label }),
  ])
  .refine((field) => {
    if (field.type === "boolean") return true;
    if (field.type === "enum") return field.options.includes(field.default);
    return field.default >= field.min && field.default <= field.max;
  }, "has a default that is not one of its own values");

/** Whole đồng including tax. Each price applies from its date until the next one. */
export const pricesSchema = z
  .array(z.strictObject({ priceVnd: z.int().positive(), from: z.iso.datetime({ offset: true }) }))
  .refine(
    (lines) => lines.some(({ from }) => Date.parse(from) <= clock.now().getTime()),
    "has no price that is valid today",
  );

export type PriceLines = z.infer<typeof pricesSchema>;
