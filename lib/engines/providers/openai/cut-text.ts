type Grain = "sentence" | "word" | "grapheme";

/** Pieces of at most `max` UTF-16 units, cut at the ends of sentences; a sentence or word only if it is longer. */
export function cutText(text: string, max: number): string[] {
  return cut(text, max, ["sentence", "word", "grapheme"]).filter((piece) => piece.trim() !== "");
}

function cut(text: string, max: number, grains: readonly Grain[]): string[] {
  const [grain, ...finer] = grains;
  if (text.length <= max || !grain) return [text];
  const segments = [...new Intl.Segmenter("vi", { granularity: grain }).segment(text)];
  return join(
    segments.flatMap(({ segment }) => cut(segment, max, finer)),
    max,
  );
}

function join(parts: readonly string[], max: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const part of parts) {
    if (piece !== "" && piece.length + part.length > max) {
      pieces.push(piece);
      piece = "";
    }
    piece += part;
  }
  return [...pieces, piece];
}
