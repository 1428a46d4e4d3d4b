import type { Audio } from "@/lib/audio/formats";
import { splitAtPauses } from "@/lib/engines/pauses";
import type { Segment } from "@/lib/engines/provider";
import { hearPiece, type Recogniser, type Word } from "./hear-piece";
import { groupIntoLines, textOf } from "./lines";

/** Confidence is from 0 to 1, the geometric mean over syllables; 0 where nothing was recognised. */
export type Recognition = { text: string; confidence: number; segments: (Segment & { confidence: number })[] };

/** The model prints anything like speech as syllables; what it was trained on it hears with at least 0.72. */
const leastConfidence = 0.7;

const lowestRate = 1000;

/**
 * What the sound says, part by part, so that half an hour takes no more memory than half a minute. Answers with what it
 * has when it is stopped. Never throws: sound that is no sound says nothing.
 */
export function recognise(recogniser: Recogniser, audio: Audio, isStopped: () => boolean): Recognition {
  if (!(audio.sampleRate >= lowestRate)) return summarise([]);
  const sound = { samples: audio.samples, sampleRate: Math.round(audio.sampleRate) };
  const lines: Word[][] = [];
  for (const { start, samples } of splitAtPauses(sound)) {
    if (isStopped()) break;
    const words = hearPiece(recogniser, { samples, sampleRate: sound.sampleRate }, isStopped);
    // Of a person's speech some lines pass by chance: a part that is not understood as a whole says nothing.
    if (confidenceOf(words) < leastConfidence) continue;
    lines.push(...groupIntoLines(words.map((word) => ({ ...word, start: start + word.start, end: start + word.end }))));
  }
  return summarise(lines.filter((line) => confidenceOf(line) >= leastConfidence));
}

const summarise = (lines: readonly Word[][]): Recognition => ({
  text: lines.map(textOf).join(" "),
  confidence: confidenceOf(lines.flat()),
  segments: lines.map((line) => ({
    start: (line[0] as Word).start,
    end: (line.at(-1) as Word).end,
    text: textOf(line),
    confidence: confidenceOf(line),
  })),
});

const confidenceOf = (words: readonly Word[]): number =>
  words.length === 0 ? 0 : Math.exp(words.reduce((sum, { score }) => sum + score, 0) / words.length);
