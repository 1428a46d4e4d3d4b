import type { Audio } from "@/lib/engines/audio/formats";
import { chooseWords } from "./best-words";
import { listCandidates } from "./candidates";
import type { Rows } from "./layers";
import { makeLogMel } from "./log-mel";
import { type Layers, scoreParts, scoreTones } from "./networks";
import { makePitchgram, pitchBands } from "./pitchgram";
import { findSlots, type Slot } from "./slots";
import { countFrames, prepare } from "./sound";
import { makeToneFeatures } from "./tone-features";
import type { Vocabulary } from "./vocabulary";

export type Recognizer = { parts: Layers; tones: Layers; vocabulary: Vocabulary };

/** Times are seconds from the start of the piece; `score` sums the log probabilities of onset, rhyme and tone. */
export type Word = { word: string; start: number; end: number; score: number };

const rowSeconds = 0.04;

/** In rows, from the row where the rhyme was detected. */
const longestRime = 6;

/** Fewer frames than any syllable has. */
const fewestFrames = 5;

/** The words in up to 30 seconds of audio; empty for silence and when stopped. */
export function recognizePiece(recognizer: Recognizer, audio: Audio, isStopped: () => boolean): Word[] {
  const samples = prepare(audio);
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
