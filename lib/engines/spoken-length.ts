import { Refusal } from "@/lib/errors";
import { countCharacters } from "@/lib/text";
import type { Reading } from "@/lib/text-normalization/read";

/** Code points of the words an engine gets, whatever made them so many. */
export const maxSpokenCharacters = 15_000;

/** Own pronunciations may make a text this many times as long as the rules alone would, and a short one 2,000 longer. */
const longestGrowth = 3;
const shortGrowth = 2000;

/**
 * Throws SPOKEN_TEXT_TOO_LONG for a reading that is longer than an engine is given: its length decides what the engine
 * does, while the price counts what was typed. `byRules` gives the same text read without own pronunciations.
 */
export function checkSpokenLength({ spoken, changes }: Reading, byRules: () => Reading): void {
  const length = countCharacters(spoken);
  if (length > maxSpokenCharacters) throw tooLong("speech.spokenTooLong", length, maxSpokenCharacters);
  const hasOwn = changes.some(({ rule }) => rule === "pronunciation");
  if (!hasOwn || length <= shortGrowth) return;
  const usual = countCharacters(byRules().spoken);
  const max = Math.max(usual * longestGrowth, usual + shortGrowth);
  if (length > max) throw tooLong("speech.pronouncedTooLong", length, max);
}

const tooLong = (message: string, spoken: number, max: number) =>
  new Refusal("SPOKEN_TEXT_TOO_LONG", { param: "text", message, values: { spoken, max } });
