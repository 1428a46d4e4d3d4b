import type { Cleaned } from "vietnamese-text/clean";

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

/** A text or a part of it, as it is sent. */
export type Part = { text: string; textType?: "ssml" };

/** What a person sees of a text, with what SSML says about parts of it. */
export type Marked = Pick<Cleaned, "text" | "sayAs" | "deliveries" | "rate">;

/** As `splitText`; parts of SSML keep what its elements say about them. */
export function splitMarked(marked: Marked, max: number): Part[] {
  const { text, sayAs, deliveries, rate } = marked;
  const parts = splitText(text, max);
  if (sayAs.length === 0 && deliveries.length === 0 && rate === null) return parts.map((part) => ({ text: part }));
  let at = 0;
  return parts.map((part) => {
    const start = text.indexOf(part, at);
    at = start + part.length;
    const words = withDeliveries(marked, start, at);
    const paced = rate === null ? words : `<prosody rate="${percent(rate)}">${words}</prosody>`;
    return { text: `<speak>${paced}</speak>`, textType: "ssml" };
  });
}

const percent = (rate: number): string => `${Math.round(rate * 1000) / 10}%`;

const within = <Element extends { start: number; end: number }>(
  elements: readonly Element[],
  from: number,
  to: number,
) =>
  elements
    .filter(({ start, end }) => start < to && end > from)
    .map((one) => ({ ...one, start: Math.max(one.start, from), end: Math.min(one.end, to) }))
    .sort((one, other) => one.start - other.start);

function withDeliveries(marked: Marked, from: number, to: number): string {
  let [out, at] = ["", from];
  for (const { start, end, rate, emphasis } of within(marked.deliveries, from, to)) {
    const words = withSayAs(marked, start, end);
    const stressed = emphasis ? `<emphasis level="${emphasis}">${words}</emphasis>` : words;
    out += withSayAs(marked, at, start);
    out += rate === 1 ? stressed : `<prosody rate="${percent(rate)}">${stressed}</prosody>`;
    at = end;
  }
  return out + withSayAs(marked, at, to);
}

function withSayAs({ text, sayAs }: Marked, from: number, to: number): string {
  let [out, at] = ["", from];
  for (const { start, end, as, format } of within(sayAs, from, to)) {
    const how = `interpret-as="${as}"${format && ` format="${escaped(format)}"`}`;
    out += `${escaped(text.slice(at, start))}<say-as ${how}>${escaped(text.slice(start, end))}</say-as>`;
    at = end;
  }
  return out + escaped(text.slice(at, to));
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replace(/\[pause:(\d{1,2}(?:\.\d{1,2})?)\]/g, '<break time="$1s"/>')
    .replaceAll("\n", "<s></s>");
