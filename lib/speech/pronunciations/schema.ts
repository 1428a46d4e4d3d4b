import type { ReadingOptions } from "vietnamese-text";
import { z } from "zod";

export const mostPronunciations = 500;

// One line without control characters or lone surrogates, which the database cannot store.
const word = (most: number) =>
  z
    .string()
    .trim()
    .min(1, "pronunciations.missing")
    .max(most, "pronunciations.tooLong")
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "pronunciations.invalid")
    .transform((text) => text.normalize("NFC"));

export const pronunciationSchema = z.object({
  written: word(100).meta({ description: "docs.described.written", example: "ACB" }),
  spoken: word(200).meta({ description: "docs.described.readAs", example: "a xê bê" }),
});

export const removePronunciationSchema = pronunciationSchema.pick({ written: true });

export type Pronunciation = z.output<typeof pronunciationSchema>;

export const pronunciationRequestSchema = pronunciationSchema.meta({ id: "PronunciationRequest" });

export const pronunciationRecordSchema = z
  .object({
    written: z.string().meta({ description: "docs.described.written" }),
    spoken: z.string().meta({ description: "docs.described.readAs" }),
  })
  .meta({ id: "Pronunciation" });

export const pronunciationListSchema = z
  .object({ pronunciations: z.array(pronunciationRecordSchema).meta({ description: "docs.described.pronunciations" }) })
  .meta({ id: "PronunciationList" });

/** Words that one request saves, and that one removes. */
const mostChanges = 100;

export const pronunciationChangesSchema = z
  .strictObject({
    save: z
      .array(pronunciationSchema)
      .max(mostChanges)
      .prefault([])
      .meta({ description: "docs.described.pronunciationsSaved", example: [{ written: "ACB", spoken: "á châu" }] }),
    remove: z
      .array(word(100))
      .max(mostChanges)
      .prefault([])
      .meta({ description: "docs.described.pronunciationsRemoved", example: ["VTB"] }),
  })
  .meta({ id: "PronunciationChanges" });

export const pronunciationCountsSchema = z
  .object({
    saved: z.int().meta({ description: "docs.described.savedCount", example: 1 }),
    removed: z.int().meta({ description: "docs.described.removedCount", example: 0 }),
  })
  .meta({ id: "PronunciationCounts" });

export const removalSchema = z
  .object({
    written: z.string().meta({ description: "docs.described.written" }),
    removed: z.boolean().meta({ description: "docs.described.removed" }),
  })
  .meta({ id: "PronunciationRemoval" });

export const readingChoices = {
  emptyTen: ["linh", "lẻ"],
  thousand: ["nghìn", "ngàn"],
  four: ["tư", "bốn"],
  year: ["full", "short", "digits"],
  decimals: ["number", "digits"],
  textStyle: ["auto", "standard", "chat"],
  emoji: ["silent", "name"],
} as const satisfies { [Option in keyof ReadingOptions]: readonly ReadingOptions[Option][] };

/** What a text is sent as. */
export const textTypes = ["text", "ssml"] as const;

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
    emoji: z.enum(readingChoices.emoji).optional().meta({ description: "docs.described.emoji" }),
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

/** An empty form choice means the default of the voice's region. */
const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(["", ...words] as ["", ...Words]).transform((word) => (word === "" ? null : (word as Words[number])));

/** A business's settings for all of its texts; null means the default of the voice's region. */
export const readingSettingsSchema = z.object({
  emptyTen: choice(readingChoices.emptyTen),
  thousand: choice(readingChoices.thousand),
  four: choice(readingChoices.four),
  year: choice(readingChoices.year),
  decimals: choice(readingChoices.decimals),
  textStyle: choice(readingChoices.textStyle),
  emoji: choice(readingChoices.emoji),
});

export type ReadingSettings = z.output<typeof readingSettingsSchema>;

export const noReadingSettings: ReadingSettings = {
  emptyTen: null,
  thousand: null,
  four: null,
  year: null,
  decimals: null,
  textStyle: null,
  emoji: null,
};
