import type { ReadingOptions } from "vietnamese-text";
import { z } from "zod";

export const readingChoices = {
  emptyTen: ["linh", "lẻ"],
  thousand: ["nghìn", "ngàn"],
  four: ["tư", "bốn"],
  year: ["full", "short", "digits"],
  decimals: ["number", "digits"],
  textStyle: ["standard", "chat"],
} as const satisfies { [Option in keyof ReadingOptions]: readonly ReadingOptions[Option][] };

export type ReadingOption = keyof typeof readingChoices;

// Strict, so that a misspelled option is rejected instead of silently ignored.
export const readingOptionsSchema = z
  .strictObject({
    emptyTen: z.enum(readingChoices.emptyTen).optional().meta({ description: "docs.described.emptyTen" }),
    thousand: z.enum(readingChoices.thousand).optional().meta({ description: "docs.described.thousand" }),
    four: z.enum(readingChoices.four).optional().meta({ description: "docs.described.four" }),
    year: z.enum(readingChoices.year).optional().meta({ description: "docs.described.year" }),
    decimals: z.enum(readingChoices.decimals).optional().meta({ description: "docs.described.decimals" }),
    textStyle: z.enum(readingChoices.textStyle).optional().meta({ description: "docs.described.textStyle" }),
  })
  .meta({ id: "ReadingOptions" });

/** PHP encodes an empty object as an empty list, and accents may be in either Unicode form. */
function tidy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? {} : value;
  const composed = (word: unknown) => (typeof word === "string" ? word.normalize("NFC") : word);
  return Object.fromEntries(Object.entries(value).map(([name, word]) => [name, composed(word)]));
}

/** A request's options, or `off` to leave the text as typed. */
export const readingSchema = z.preprocess(tidy, z.union([z.literal("off"), readingOptionsSchema], "api.fieldReading"));

export type ReadingChoice = z.infer<typeof readingSchema>;
