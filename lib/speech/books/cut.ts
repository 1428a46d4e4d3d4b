import { countCharacters } from "@/lib/platform/text";

/** The most that a job reads aloud, in code points, and its most chapters: MP3 files can name no more. */
export const bookLimits = { characters: 200_000, chapters: 255 };

export const bookFormats = ["plain", "markdown", "epub"] as const;

export type BookFormat = (typeof bookFormats)[number];

/** A chapter as it is written. Its title is read aloud before its paragraphs. */
export type WrittenChapter = { title: string | null; paragraphs: string[] };

/** What is read in one go, and the silence behind it. */
export type CutPart = { text: string; pauseSeconds: number };

/** Paragraphs are read together until they are so long; a longer one is cut between sentences. In code points. */
const shortCharacters = 300;
const longestCharacters = 900;

/** The silence behind a part that ends with each of these. */
const pauseSeconds = { sentence: 0.35, paragraph: 0.6, title: 1, chapter: 2 };

/** Cuts a chapter into parts. A part is a paragraph, some short ones, or sentences of a long one; a title is a part of its own. */
export function cutChapter({ title, paragraphs }: WrittenChapter): CutPart[] {
  const parts: CutPart[] = [];
  if (title !== null && hasWords(title)) parts.push({ text: title, pauseSeconds: pauseSeconds.title });
  let isOpen = false;
  for (const text of paragraphs.filter(hasWords)) {
    const last = parts.at(-1);
    if (isOpen && last && countCharacters(last.text) + countCharacters(text) < shortCharacters) {
      last.text += `\n${text}`;
      continue;
    }
    const pieces = cutSentences(text);
    parts.push(...pieces.map((piece) => ({ text: piece, pauseSeconds: pauseSeconds.sentence })));
    const [end] = parts.slice(-1);
    if (end) end.pauseSeconds = pauseSeconds.paragraph;
    isOpen = pieces.length === 1;
  }
  const last = parts.at(-1);
  if (last) last.pauseSeconds = pauseSeconds.chapter;
  return parts;
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** A text as pieces of whole sentences; one sentence that is too long is cut between words. */
export function cutSentences(text: string): string[] {
  if (countCharacters(text) <= longestCharacters) return [text.trim()];
  const pieces: string[] = [];
  let piece = "";
  const add = (words: string) => {
    if (piece !== "" && countCharacters(piece) + countCharacters(words) > longestCharacters) {
      pieces.push(piece);
      piece = "";
    }
    piece += words;
  };
  for (const { segment } of new Intl.Segmenter("vi", { granularity: "sentence" }).segment(text)) {
    if (countCharacters(segment) <= longestCharacters) add(segment);
    else for (const [words] of segment.matchAll(/\s*\S{1,800}/gu)) add(words);
  }
  pieces.push(piece);
  return pieces.map((one) => one.trim()).filter(hasWords);
}
