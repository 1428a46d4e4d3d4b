import pairsTable from "../../data/common-pairs.tsv";
import syllablesTable from "../../data/common-syllables.tsv";
import { foreignWords, rowsOf } from "../data";
import { letterNames } from "../letters";

/**
 * How surprising ordinary Vietnamese is, syllable by syllable, in negative logarithms: 4 for the most frequent word, 9 for
 * a rare one, less after a word that it often follows.
 */
const costs = new Map(
  rowsOf(syllablesTable).flatMap(([cost, syllables = ""]) =>
    syllables.split(" ").map((syllable) => [syllable, Number(cost)] as const),
  ),
);
const pairs = new Set(
  rowsOf(pairsTable).flatMap(([first, seconds = ""]) => seconds.split(" ").map((second) => `${first} ${second}`)),
);
const numbers = new Set(
  "không một hai ba bốn năm sáu bảy tám chín mười mươi mốt tư lăm nhăm trăm nghìn ngàn triệu tỷ tỉ linh lẻ rưỡi phẩy".split(
    " ",
  ),
);

/** Of a syllable that no table has, of a letter's name or a known foreign word, and of what often follows. */
const unknown = 10;
const recognized = 8;
const expected = 2.5;
const letters = new Set(Object.values(letterNames).flat());

export const isCommonPair = (first: string, second: string): boolean =>
  pairs.has(`${first} ${second}`) || (numbers.has(first) && numbers.has(second));

/** Of a word after the one before it, both in small letters. */
export function ordinaryCost(word: string, before: string | undefined): number {
  const alone = costs.get(word) ?? (letters.has(word) || foreignWords[word] !== undefined ? recognized : unknown);
  return before !== undefined && isCommonPair(before, word) ? Math.min(alone, expected) : alone;
}

export const isLetter = (syllable: string): boolean => letters.has(syllable);

const words = new Set("a ai ca cây chi cu đi em en gi i o u vi".split(" "));

/** Whether a syllable is hardly ever anything but the name of a letter. */
export const isOnlyLetter = (syllable: string): boolean => isLetter(syllable) && !words.has(syllable);
