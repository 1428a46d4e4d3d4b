import { z } from "zod";
import type { ReadingOptions } from "@/lib/text-normalization/reading-options";

/** The words between which a business or a request may choose. */
export const readingChoices = {
  emptyTen: ["linh", "lẻ"],
  thousand: ["nghìn", "ngàn"],
  four: ["tư", "bốn"],
  year: ["full", "short", "digits"],
  decimals: ["number", "digits"],
} as const satisfies { [Option in keyof ReadingOptions]: readonly ReadingOptions[Option][] };

export type ReadingOption = keyof typeof readingChoices;

export const readingOptionNames = Object.keys(readingChoices) as ReadingOption[];

// Strict: an option with a typing error would otherwise be read in the usual way, and nobody would notice.
export const readingOptionsSchema = z
  .strictObject({
    emptyTen: z.enum(readingChoices.emptyTen).optional().meta({ description: "docs.described.emptyTen" }),
    thousand: z.enum(readingChoices.thousand).optional().meta({ description: "docs.described.thousand" }),
    four: z.enum(readingChoices.four).optional().meta({ description: "docs.described.four" }),
    year: z.enum(readingChoices.year).optional().meta({ description: "docs.described.year" }),
    decimals: z.enum(readingChoices.decimals).optional().meta({ description: "docs.described.decimals" }),
  })
  .meta({ id: "ReadingOptions" });

/** The empty list is how PHP writes an empty object; accents may come in either Unicode form. */
function tidy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? {} : value;
  const composed = (word: unknown) => (typeof word === "string" ? word.normalize("NFC") : word);
  return Object.fromEntries(Object.entries(value).map(([name, word]) => [name, composed(word)]));
}

/** How one request is read: with these options, or `off` as it is typed. */
export const readingSchema = z.preprocess(tidy, z.union([z.literal("off"), readingOptionsSchema], "api.fieldReading"));

export type ReadingChoice = z.infer<typeof readingSchema>;
