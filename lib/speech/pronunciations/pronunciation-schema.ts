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

export const removalSchema = z
  .object({
    written: z.string().meta({ description: "docs.described.written" }),
    removed: z.boolean().meta({ description: "docs.described.removed" }),
  })
  .meta({ id: "PronunciationRemoval" });
