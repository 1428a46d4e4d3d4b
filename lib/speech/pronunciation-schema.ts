import { z } from "zod";

/** How many words a business may have read its own way. */
export const mostPronunciations = 500;

// A control character or half a letter the database would not keep; several lines would be several words.
const word = (most: number) =>
  z
    .string()
    .trim()
    .min(1, "pronunciations.missing")
    .max(most, "pronunciations.tooLong")
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "pronunciations.invalid")
    .transform((text) => text.normalize("NFC"));

export const pronunciationSchema = z.object({ written: word(100), spoken: word(200) });

export const removePronunciationSchema = pronunciationSchema.pick({ written: true });

export type Pronunciation = z.output<typeof pronunciationSchema>;
