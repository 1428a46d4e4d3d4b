import { z } from "zod";
import { readingChoices } from "./reading-schema";

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
});

export type ReadingSettings = z.output<typeof readingSettingsSchema>;

export const noReadingSettings: ReadingSettings = {
  emptyTen: null,
  thousand: null,
  four: null,
  year: null,
  decimals: null,
  textStyle: null,
};
