/** The pieces of words that a model knows: the first column of its `tokens.txt`. */
export const readTokens = (file: string): ReadonlySet<string> =>
  new Set(file.split("\n").flatMap((line) => line.trim().split(/\s+/)[0] || []));

/** The start of a word in the pieces of SentencePiece. */
const wordStart = "▁";

/**
 * Terms in the tokens of a model, as sherpa-onnx reads hot words: spaces between the tokens, slashes between the terms.
 * Each word is cut into its longest tokens from the left. A term with a letter that the model does not know is left out,
 * since the engine would then leave out all of them, and write them to its error output.
 */
export function encodeHotwords(terms: readonly string[], tokens: ReadonlySet<string>): string {
  const encoded = terms.flatMap((term) => {
    const words = term.split(/[\s/:#@]+/).filter(Boolean);
    const pieces = words.map((word) => cut(`${wordStart}${word}`, tokens));
    return words.length > 0 && pieces.every((piece) => piece !== null) ? [pieces.flat().join(" ")] : [];
  });
  return [...new Set(encoded)].join("/");
}

function cut(word: string, tokens: ReadonlySet<string>): string[] | null {
  const letters = Array.from(word);
  const pieces: string[] = [];
  for (let from = 0; from < letters.length; ) {
    let to = letters.length;
    while (to > from && !tokens.has(letters.slice(from, to).join(""))) to -= 1;
    if (to === from) return null;
    pieces.push(letters.slice(from, to).join(""));
    from = to;
  }
  return pieces;
}
