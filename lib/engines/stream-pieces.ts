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
    const phrases: Piece[] = [];
    for (const phrase of cutSentences(piece.words, index === 0)) {
      const from = phrases.at(-1)?.to ?? piece.from;
      phrases.push({ ...phrase, from, to: from + phrase.words.length });
    }
    const [first, last] = [phrases[0], phrases.at(-1)];
    if (first && piece.leadSeconds !== undefined) first.leadSeconds = piece.leadSeconds;
    if (last) Object.assign(last, { pauseSeconds: piece.pauseSeconds, to: piece.to });
    return phrases;
  });
}

type Phrase = Pick<Piece, "words" | "pauseSeconds">;

function cutSentences(text: string, isFirst: boolean): Phrase[] {
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
