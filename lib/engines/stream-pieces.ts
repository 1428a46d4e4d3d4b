import type { Verbalized } from "vietnamese-text";
import { cutAtPauses, type Piece } from "./spoken-pieces";

/** The longest beginning of a text that engines make whole before the first sound is sent. */
const firstCharacters = 60;

/** Sentences shorter than this are spoken together with the next one. */
const shortCharacters = 25;

/** The silence between two pieces where the text has no pause of its own. */
const betweenSeconds = { sentences: 0.35, phrases: 0.15 };

/** An engine that streams gets what is between two pauses; others get single sentences, the first one short. */
export function cutForStream(
  read: Pick<Verbalized, "spoken" | "pauses">,
  { isStreamed }: { isStreamed: boolean },
): Piece[] {
  const pieces = cutAtPauses(read);
  const [lead, ...others] = pieces;
  const isLead = lead && lead.words.trim() === "" && others.length > 0;
  const spoken = (isLead ? others : pieces).map((piece) => ({ ...piece, words: piece.words || "…" }));
  if (isLead && spoken[0]) spoken[0].leadSeconds = lead.pauseSeconds;
  if (isStreamed) return spoken;
  return spoken.flatMap((piece, index) => {
    const phrases = cutSentences(piece.words, index === 0);
    return phrases.map((phrase, at) => ({
      ...(at === 0 && piece.leadSeconds !== undefined && { leadSeconds: piece.leadSeconds }),
      ...(at === phrases.length - 1 ? { ...phrase, pauseSeconds: piece.pauseSeconds } : phrase),
    }));
  });
}

function cutSentences(text: string, isFirst: boolean): Piece[] {
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter("vi", { granularity: "sentence" }).segment(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && last.trim().length < shortCharacters) sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  const pieces = sentences.map((words) => ({ words, pauseSeconds: betweenSeconds.sentences }));
  const [first, ...others] = pieces;
  const cut = isFirst && first ? placeToCut(first.words) : null;
  if (!first || cut === null) return pieces;
  const [start, rest] = [first.words.slice(0, cut), first.words.slice(cut)];
  return [
    { words: start, pauseSeconds: betweenSeconds.phrases },
    { words: rest, pauseSeconds: betweenSeconds.sentences },
    ...others,
  ];
}

/** Behind the first comma of a long first sentence, if it comes early enough and something is said before it. */
function placeToCut(sentence: string): number | null {
  if (sentence.length <= firstCharacters) return null;
  const [comma] = [...sentence.matchAll(/[,;:–—]\s+/g)].filter(({ index }) => index >= 8 && index < firstCharacters);
  return comma ? comma.index + comma[0].length : null;
}
