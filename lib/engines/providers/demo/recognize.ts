import type { Audio } from "@/lib/engines/audio/formats";
import { splitAtPauses } from "@/lib/engines/pauses";
import type { Segment, TimedWord } from "@/lib/engines/provider";
import { groupIntoLines, textOf } from "./lines";
import { type Recognizer, recognizePiece, type Word } from "./recognize-piece";

/** Confidence is from 0 to 1, the geometric mean over syllables; 0 when nothing was recognized. */
export type Recognition = { text: string; confidence: number; segments: RecognizedLine[] };

type RecognizedLine = Segment & { confidence: number; words: TimedWord[] };

/** The model finds syllables in anything like speech; on voices it was trained on, its confidence is at least 0.72. */
const leastConfidence = 0.7;

const lowestRate = 1000;

/** Transcribes in parts, which bounds memory. Never throws: partial when stopped, empty for invalid samples. */
export function recognize(recognizer: Recognizer, audio: Audio, isStopped: () => boolean): Recognition {
  if (!(audio.sampleRate >= lowestRate)) return summarize([]);
  const sound = { samples: audio.samples, sampleRate: Math.round(audio.sampleRate) };
  const lines: Word[][] = [];
  for (const { start, samples } of splitAtPauses(sound)) {
    if (isStopped()) break;
    const words = recognizePiece(recognizer, { samples, sampleRate: sound.sampleRate }, isStopped);
    // Human speech reaches the threshold on some lines by chance, so a part below it as a whole is dropped.
    if (confidenceOf(words) < leastConfidence) continue;
    lines.push(...groupIntoLines(words.map((word) => ({ ...word, start: start + word.start, end: start + word.end }))));
  }
  return summarize(lines.filter((line) => confidenceOf(line) >= leastConfidence));
}

const summarize = (lines: readonly Word[][]): Recognition => ({
  text: lines.map(textOf).join(" "),
  confidence: confidenceOf(lines.flat()),
  segments: lines.map((line) => ({
    start: (line[0] as Word).start,
    end: (line.at(-1) as Word).end,
    text: textOf(line),
    words: line.map(({ word, start, end }) => ({ word, start, end })),
    confidence: confidenceOf(line),
  })),
});

const confidenceOf = (words: readonly Word[]): number =>
  words.length === 0 ? 0 : Math.exp(words.reduce((sum, { score }) => sum + score, 0) / words.length);
