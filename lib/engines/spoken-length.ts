import type { Change, Verbalized } from "vietnamese-text";
import { AppError } from "@/lib/errors";
import { countCharacters } from "@/lib/text";

/** Code points of the text sent to an engine, after all expansions. */
export const maxSpokenCharacters = 15_000;

/** Custom pronunciations may make a text three times as long as the rules alone would, and a short one 2,000 longer. */
const longestGrowth = 3;
const shortGrowth = 2000;

/**
 * Throws SPOKEN_TEXT_TOO_LONG for text too long for an engine: the engine's work depends on this length, while the
 * price counts the typed text. `byRules` gives the text without custom pronunciations.
 */
export function checkSpokenLength({ spoken, changes }: Verbalized, byRules: () => Verbalized): void {
  const length = countCharacters(spoken);
  if (length > maxSpokenCharacters) throw tooLong("speech.spokenTooLong", length, maxSpokenCharacters);
  const hasOwn = changes.some(({ rule }) => rule === "pronunciation");
  if (!hasOwn || length <= shortGrowth) return;
  const usual = countCharacters(byRules().spoken);
  const max = Math.max(usual * longestGrowth, usual + shortGrowth);
  if (length > max) throw tooLong("speech.pronouncedTooLong", length, max);
}

/**
 * The characters that a text is charged for: those typed, or what custom pronunciations add beyond twice what they
 * replace where that is more, so that few typed characters do not pay for much speech.
 */
export function countCharged(typed: number, changes: readonly Change[]): number {
  const added = changes
    .filter(({ rule }) => rule === "pronunciation")
    .map(({ written, spoken }) => Math.max(0, countCharacters(spoken) - 2 * countCharacters(written)));
  return Math.max(
    typed,
    added.reduce((sum, one) => sum + one, 0),
  );
}

const tooLong = (message: string, spoken: number, max: number) =>
  new AppError("SPOKEN_TEXT_TOO_LONG", { param: "text", message, values: { spoken, max } });
