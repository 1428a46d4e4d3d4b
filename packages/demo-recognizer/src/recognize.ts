import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeLogMel } from "./log-mel";
import { type Layers, type Rows, readLayers, scoreParts, scoreTones } from "./network";
import { makePitchgram, makeToneFeatures, pitchBands } from "./pitch";
import { findSlots, type Slot } from "./slots";
import { countFrames, prepare, type Sound } from "./sound";
import { chooseWords, listCandidates, readVocabulary, type Vocabulary } from "./words";

export { diarize, type Turn } from "./speakers";
export { joinFrames, measureVoice, type VoiceFrames } from "./voices";

export type Recognizer = { parts: Layers; tones: Layers; vocabulary: Vocabulary };

/** Loads the recognizer from the package's folder `model`: 13 MB of memory. */
export async function loadRecognizer(model: string): Promise<Recognizer> {
  const names = ["ctc.onnx", "tone.onnx", "tokens.txt", "lexicon.tsv", "lm.json"] as const;
  const files = await Promise.all(names.map((name) => readFile(join(model, name))));
  const [parts, tones, tokens, lexicon, counts] = files as [Buffer, Buffer, Buffer, Buffer, Buffer];
  return {
    parts: readLayers(parts),
    tones: readLayers(tones),
    vocabulary: readVocabulary(tokens.toString("utf8"), lexicon.toString("utf8"), JSON.parse(counts.toString())),
  };
}

/** In seconds from the start of the sound. */
type TimedWord = { word: string; start: number; end: number };

/** A line of a subtitle. Confidence is from 0 to 1, the geometric mean over its syllables. */
export type Line = { start: number; end: number; text: string; words: TimedWord[]; confidence: number };

/** The confidence is the geometric mean over all syllables; 0 when nothing was recognized. */
export type Recognition = { text: string; confidence: number; segments: Line[] };

/** The model finds syllables in anything like speech; on voices it was trained on, its confidence is at least 0.72. */
const leastConfidence = 0.7;

const lowestRate = 1000;

/**
 * The lines in up to 30 seconds of sound; cut longer sound at its pauses. Blocks its thread. Never throws: empty when
 * stopped and for invalid samples.
 */
export function recognize(recognizer: Recognizer, { samples, sampleRate }: Sound, isStopped: () => boolean): Line[] {
  if (!(sampleRate >= lowestRate)) return [];
  const words = recognizeWords(recognizer, { samples, sampleRate: Math.round(sampleRate) }, isStopped);
  // Human speech reaches the threshold on some lines by chance, so a part below it as a whole is dropped.
  if (confidenceOf(words) < leastConfidence) return [];
  return groupIntoLines(words)
    .map((line) => ({
      start: (line[0] as Word).start,
      end: (line.at(-1) as Word).end,
      text: textOf(line),
      words: line.map(({ word, start, end }) => ({ word, start, end })),
      confidence: confidenceOf(line),
    }))
    .filter(({ confidence }) => confidence >= leastConfidence);
}

/** The transcript of sound that was cut into parts; `start` is where a part begins, in seconds. */
export function joinParts(parts: readonly { start: number; lines: readonly Line[] }[]): Recognition {
  const segments = parts.flatMap(({ start: from, lines }) =>
    lines.map((line) => ({
      ...line,
      start: from + line.start,
      end: from + line.end,
      words: line.words.map(({ word, start, end }) => ({ word, start: from + start, end: from + end })),
    })),
  );
  const count = segments.reduce((sum, { words }) => sum + words.length, 0);
  const logs = segments.reduce((sum, { words, confidence }) => sum + words.length * Math.log(confidence), 0);
  return {
    text: segments.map(({ text }) => text).join(" "),
    confidence: count === 0 ? 0 : Math.exp(logs / count),
    segments,
  };
}

const confidenceOf = (words: readonly Word[]): number =>
  words.length === 0 ? 0 : Math.exp(words.reduce((sum, { score }) => sum + score, 0) / words.length);

/** Times are seconds from the start of the sound; `score` sums the log probabilities of onset, rhyme and tone. */
type Word = { word: string; start: number; end: number; score: number };

const rowSeconds = 0.04;

/** In rows, from the row where the rhyme was detected. */
const longestRime = 6;

/** Fewer frames than any syllable has. */
const fewestFrames = 5;

/** The words in up to 30 seconds of audio; empty for silence and when stopped. */
export function recognizeWords(recognizer: Recognizer, sound: Sound, isStopped: () => boolean): Word[] {
  const samples = prepare(sound);
  if (countFrames(samples) < fewestFrames) return [];
  const logMel = makeLogMel(samples);
  const scores = scoreParts(recognizer.parts, { ...logMel, data: logMel.data.slice() }, isStopped);
  if (!scores || isStopped()) return [];
  const slots = findSlots(scores, recognizer.vocabulary.onsets.length);
  if (slots.length === 0) return [];
  const features = makeToneFeatures(slots, logMel, makePitchgram(samples));
  return spell(recognizer.vocabulary, slots, scores, scoreTones(recognizer.tones, features, pitchBands));
}

function spell(vocabulary: Vocabulary, slots: readonly Slot[], scores: Rows, toneScores: Rows): Word[] {
  const tones = slots.map((_, index) =>
    toneScores.data.subarray(index * toneScores.width, (index + 1) * toneScores.width),
  );
  const lists = slots.map((slot, index) => listCandidates(vocabulary, scores, tones[index] as Float32Array, slot));
  const words = chooseWords(vocabulary, lists);
  return slots.map((slot, index) => ({
    word: words[index] as string,
    start: slot.onsetAt * rowSeconds,
    // A slot lasts until the next one, even over a pause.
    end: Math.min(slot.end, slot.rimeAt + longestRime) * rowSeconds,
    score: scoreSlot(scores, tones[index] as Float32Array, slot),
  }));
}

const scoreSlot = ({ width, data }: Rows, tones: Float32Array, { onset, rime, onsetAt, rimeAt }: Slot): number =>
  (data[onsetAt * width + onset] as number) + (data[rimeAt * width + rime] as number) + Math.max(...tones);

const pauseSeconds = 0.3;
const longestSeconds = 7;
const longestCharacters = 84;

/** Groups words into subtitle lines: a new line after a pause, and before a line is too long to read. */
function groupIntoLines(words: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && !isFull(line, word)) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

const textOf = (words: readonly Word[]): string => words.map(({ word }) => word).join(" ");

function isFull(line: readonly Word[], next: Word): boolean {
  const [first, last] = [line[0] as Word, line.at(-1) as Word];
  return (
    next.start - last.end > pauseSeconds ||
    next.end - first.start > longestSeconds ||
    textOf([...line, next]).length > longestCharacters
  );
}
