import type { WrittenPiece } from "../write";
import type { SpokenWord } from "./spoken";

/** A period at the end. */
export function punctuate(pieces: readonly WrittenPiece[], _words: readonly SpokenWord[]): WrittenPiece[] {
  const last = pieces.at(-1);
  if (!last || /[.?!…]$/.test(last.text)) return [...pieces];
  return [...pieces.slice(0, -1), { ...last, text: `${last.text}.` }];
}
