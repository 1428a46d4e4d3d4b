import type { Change, Verbalized } from "vietnamese-text";
import { AppError } from "@/lib/platform/errors";
import { countCharacters } from "@/lib/platform/text";

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

/**
 * The share of a text's charge that is for its beginning, by how many characters of the reading are spoken: a few typed
 * digits can be most of what is read. A change of which a character is spoken counts whole.
 */
export function shareCharged(text: string, { spoken, changes }: Omit<Verbalized, "pauses">): (at: number) => number {
  const typedAt = alignTyped(text, { spoken, changes });
  const chargeOf = (typed: number) =>
    countCharged(
      countCharacters(text.slice(0, typed)),
      changes.filter((change) => change.at < typed),
    );
  const whole = chargeOf(text.length);
  return (at) => (at < spoken.length && whole > 0 ? chargeOf(typedAt[at] ?? text.length) / whole : 1);
}

/** For each place in a reading, how much of the text is read before it. The spaces between words can differ. */
function alignTyped(text: string, { spoken, changes }: Omit<Verbalized, "pauses">): number[] {
  const typedAt = [0];
  const read = (words: string, typedBehind: (index: number) => number) => {
    for (let index = 0; index < words.length; index++) {
      if (!isSpace(words[index])) while (isSpace(spoken[typedAt.length - 1])) typedAt.push(typedAt.at(-1) ?? 0);
      // The end of a sentence that was to be read in place of a pause is left out where there is one already.
      if (words[index] === spoken[typedAt.length - 1]) typedAt.push(typedBehind(index));
    }
  };
  let from = 0;
  for (const change of changes) {
    const [start, end] = [from, change.at + change.written.length];
    read(text.slice(start, change.at), (index) => start + index + 1);
    read(change.spoken, () => end);
    from = end;
  }
  read(text.slice(from), (index) => from + index + 1);
  return typedAt;
}

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character);

const tooLong = (message: string, spoken: number, max: number) =>
  new AppError("SPOKEN_TEXT_TOO_LONG", { param: "text", message, values: { spoken, max } });
