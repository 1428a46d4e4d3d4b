import type { WrittenPiece } from "../write";
import type { SpokenWord } from "./spoken";

/** Capitals where a sentence begins. */
export function setCasing(
  pieces: readonly WrittenPiece[],
  _words: readonly SpokenWord[],
  _keyterms: readonly string[] = [],
): WrittenPiece[] {
  return pieces.map((piece, at) =>
    at === 0 ? { ...piece, text: piece.text.charAt(0).toUpperCase() + piece.text.slice(1) } : piece,
  );
}
