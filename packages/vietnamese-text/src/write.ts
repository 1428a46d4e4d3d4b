import { setCasing, wordsInNames } from "./write/casing";
import { code, flight, plate } from "./write/code";
import { date } from "./write/date";
import { identifier } from "./write/digits";
import { addressesOf } from "./write/electronic";
import { named } from "./write/named";
import { formula, version } from "./write/notation";
import { numberAt } from "./write/number";
import { fixedPhraseAt, plainNumber, rangeEnd } from "./write/plain";
import { punctuate } from "./write/punctuate";
import { quantity } from "./write/quantity";
import { score } from "./write/score";
import { Spoken, type SpokenWord, spokenWords, type WritingRule, type WrittenKind } from "./write/spoken";
import { time } from "./write/time";

export type { SpokenWord, WrittenKind };

/** Written text, and the spoken words [from, to) that it stands for. `isAttached`: no space before it. */
export type WrittenPiece = {
  text: string;
  from: number;
  to: number;
  kind?: WrittenKind;
  isAttached?: boolean;
  paragraph?: true;
};

/** What is done to the words; all of it unless switched off. */
export type Formatting = { numerals?: boolean; punctuate?: boolean; casing?: boolean; paragraphs?: boolean };

export type WriteOptions = Formatting & { keyterms?: readonly string[] };

/** In order of precedence. */
const rules: readonly WritingRule[] = [
  plate,
  flight,
  date,
  time,
  score,
  identifier,
  version,
  formula,
  code,
  quantity,
  named,
  rangeEnd,
  plainNumber,
];

/** Spoken words as they are written: numbers in digits, capitals, marks. */
export function write(
  words: string | readonly SpokenWord[],
  options: WriteOptions = {},
): { text: string; pieces: readonly WrittenPiece[] } {
  const spoken = spokenWords(words);
  let pieces = options.numerals === false ? asSpoken(spoken) : writeNumbers(spoken);
  pieces = punctuate(pieces, spoken, options);
  if (options.casing !== false) pieces = setCasing(pieces, spoken, options.keyterms);
  return { text: textOf(pieces), pieces };
}

/** The pieces as one text, with a space before each that is not attached, and a blank line before each paragraph. */
export function textOf(pieces: readonly WrittenPiece[]): string {
  let text = "";
  for (const piece of pieces) {
    const gap = text === "" || piece.isAttached ? "" : piece.paragraph ? "\n\n" : " ";
    text += gap + piece.text;
  }
  return text;
}

const asSpoken = (words: readonly SpokenWord[]): WrittenPiece[] =>
  words.map(({ word }, at) => ({ text: word, from: at, to: at + 1 }));

function writeNumbers(words: readonly SpokenWord[]): WrittenPiece[] {
  const spoken = new Spoken(words.map(({ word }) => word));
  const addresses = addressesOf(spoken);
  const inNames = wordsInNames(spoken.shown);
  const pieces: WrittenPiece[] = [];
  for (let at = 0; at < spoken.words.length; ) {
    const source = spoken.sources[at] ?? 0;
    const fixed = fixedPhraseAt(spoken, at);
    const found = fixed ? null : (addresses.get(at) ?? firstMatch(spoken, at, inNames));
    const end = found?.to ?? at + 1;
    const opening = spoken.opening[at] ?? "";
    const closing = spoken.closing[end - 1] ?? "";
    if (found) {
      const to = (spoken.sources[end - 1] ?? source) + 1;
      pieces.push({ text: opening + found.text + closing, from: source, to, kind: found.kind });
      at = end;
      spoken.writtenUpTo = end;
      continue;
    }
    // A number that no rule wrote stays words as a whole: no part of it becomes digits.
    for (const stop = fixed ?? numberAt(spoken, at)?.to ?? at + 1; at < stop; at++) {
      if (spoken.words[at] === "|" && spoken.shown[at] === "") continue;
      const from = spoken.sources[at] ?? 0;
      pieces.push({ text: words[from]?.word ?? "", from, to: from + 1 });
    }
  }
  return pieces;
}

function firstMatch(spoken: Spoken, at: number, inNames: ReadonlySet<number>) {
  if (inNames.has(at)) return null;
  for (const rule of rules) {
    const found = rule(spoken, at);
    if (found) return found;
  }
  return null;
}
