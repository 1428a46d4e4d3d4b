import type { WrittenPiece } from "../write";
import { namesIn } from "./names";
import { endsSentence } from "./punctuate";
import type { SpokenWord } from "./spoken";
import { keyOf, tokensOf } from "./tokens";

/** Capitals for names and where sentences begin. An engine that writes capitals itself keeps its own. */
export function setCasing(
  pieces: readonly WrittenPiece[],
  words: readonly SpokenWord[],
  keyterms: readonly string[] = [],
): WrittenPiece[] {
  if (hasOwnCasing(words, keyterms)) return [...pieces];
  const tokens = tokensOf(pieces);
  const written = tokens.map(({ core }) => core);
  for (const name of namesIn(tokens, keyterms)) {
    for (let at = name.from; at < name.to; at++) {
      const own = name.written[at - name.from];
      const core = tokens[at]?.core ?? "";
      if (own === null || own === undefined) written[at] = capitalized(core);
      else if (own !== own.toLowerCase()) written[at] = own;
    }
  }
  let isStart = true;
  return pieces.map((piece, at) => {
    const { open = "", core = "", close = "" } = tokens[at] ?? {};
    const begins = isStart || piece.paragraph === true;
    isStart = endsSentence(piece.text) || (isStart && core === "");
    const word = written[at] ?? core;
    const keepsCase = word !== core || /^\p{Ll}+\p{Lu}/u.test(word) || fixedCase.has(piece.kind);
    return { ...piece, text: open + (begins && !keepsCase ? capitalized(word) : word) + close };
  });
}

/** Pieces whose letters have their own case. */
const fixedCase = new Set<WrittenPiece["kind"]>(["email", "url", "measure", "formula", "version"]);

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Whether the engine writes capitals: a word with one that is not among the key terms, which may have been repaired. */
function hasOwnCasing(words: readonly SpokenWord[], keyterms: readonly string[]): boolean {
  const terms = new Set(keyterms.flatMap((term) => term.split(" ").map(keyOf)));
  return words.some(({ word }) => /^\P{L}*\p{Lu}\p{Ll}/u.test(word) && !terms.has(keyOf(word.replace(/\P{L}+$/u, ""))));
}

/** The places of words in names, in which numbers stay words: "quận Ba Đình". Ranks do not count: "anh hai mươi tuổi". */
export function wordsInNames(words: readonly string[]): ReadonlySet<number> {
  const tokens = tokensOf(words.map((text, at) => ({ text, from: at, to: at + 1 })));
  const places = new Set<number>();
  for (const { from, to } of namesIn(tokens)) {
    if (to - from < 2) continue;
    // A letter may begin a code: "vitamin B12".
    for (let at = from; at < to; at++) if ((tokens[at]?.core.length ?? 0) > 1) places.add(at);
  }
  return places;
}
