/** The most parts of a long text that one press reads. */
export const maxParts = 20;

/** Characters of a part: short enough that the first can be played soon. */
const wantedLength = 2000;

const lengthOf = (text: string): number => [...text.normalize("NFC")].length;

/** Sentences of the text with the spaces behind them; longer ones are cut between words, or where `max` falls. */
function sentences(text: string, max: number): string[] {
  const cut = (piece: string, granularity: "sentence" | "word" | "grapheme"): string[] =>
    [...new Intl.Segmenter("vi", { granularity }).segment(piece)].map(({ segment }) => segment);
  return cut(text, "sentence").flatMap((sentence) => {
    if (lengthOf(sentence) <= max) return sentence;
    return join(
      cut(sentence, "word").flatMap((word) => (lengthOf(word) <= max ? word : join(cut(word, "grapheme"), max))),
      max,
    );
  });
}

function join(pieces: readonly string[], max: number): string[] {
  const joined: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    const added = lengthOf(piece);
    if (joined.length > 0 && length + added <= max) {
      joined[joined.length - 1] += piece;
      length += added;
    } else {
      joined.push(piece);
      length = added;
    }
  }
  return joined;
}

/** A text in parts of at most `max` characters, which end with a sentence if they can. Empty parts are left out. */
export function splitText(text: string, max: number): string[] {
  if (lengthOf(text) <= max) return [text];
  const size = Math.min(max, Math.max(wantedLength, Math.ceil(lengthOf(text) / maxParts)));
  const paragraphs = text.split(/(?<=\n)/).flatMap((paragraph) => sentences(paragraph, size));
  return join(paragraphs, size).filter((part) => part.trim() !== "");
}
