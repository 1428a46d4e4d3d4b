import type { Pause, Verbalized } from "vietnamese-text";
import type { Delivery } from "vietnamese-text/clean";
import { joinSamples } from "@/lib/engines/audio/bytes";
import type { Audio } from "@/lib/engines/audio/formats";
import { afterWork, rejection } from "./provider";
import { longestSeconds } from "./providers/espeak/config";

/**
 * Words synthesized in one call, the silence after them and, where it is set, before them, and where they begin and end
 * in the text that they are cut from.
 */
export type Piece = {
  words: string;
  pauseSeconds: number;
  leadSeconds?: number;
  from: number;
  to: number;
  /** How it is spoken where SSML wants it otherwise than the rest. */
  delivery?: Pick<Delivery, "rate" | "emphasis">;
};

/** What pieces are cut from. */
type Read = Pick<Verbalized, "spoken" | "pauses" | "deliveries">;

/** Engines leave less silence than this around speech, so a shorter pause needs no cut. */
const shortestPauseSeconds = 0.2;

/** Relative to a piece's loudest sample; quieter samples at its ends are silence. */
const silence = 0.005;

/** The longest beginning of a text that engines make whole before the first sound is sent. */
const firstCharacters = 60;

/** Sentences shorter than this are spoken together with the next one. */
const shortCharacters = 25;

/** The silence between two pieces where the text has no pause of its own. */
const betweenSeconds = { sentences: 0.35, phrases: 0.15 };

const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text);

/** Splits a text at its pauses, and where it is to be spoken otherwise. Only the first piece may have no words. */
export function cutAtPauses({ spoken, pauses, deliveries = [] }: Read): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const add = (to: number, pauseSeconds: number) => {
    const words = spoken.slice(from, to);
    const last = pieces.at(-1);
    if (last && !hasWords(words)) {
      last.pauseSeconds += pauseSeconds;
      last.to = to;
      return;
    }
    const delivery = deliveries.find(({ start, end }) => start < to && end > from);
    const { rate, emphasis } = delivery ?? {};
    pieces.push({
      words,
      pauseSeconds,
      from,
      to,
      ...(rate !== undefined && { delivery: { rate, emphasis: emphasis ?? null } }),
    });
  };
  const edges = deliveries.flatMap(({ start, end }) => [start, end].map((at) => ({ start: at, end: at, seconds: 0 })));
  const cuts = [...pauses.filter(({ seconds }) => seconds >= shortestPauseSeconds), ...edges];
  for (const { start, end, seconds } of cuts.sort((one, other) => one.start - other.start)) {
    // Signs and spaces beside the edge of a delivery belong to the words behind them.
    if (seconds === 0 && !hasWords(spoken.slice(from, start))) continue;
    add(start, seconds);
    from = end;
  }
  add(spoken.length, 0);
  return pieces;
}

/**
 * The pieces of a text that is played while it is made. An engine that streams gets what is between two pauses; others get single sentences, the first one
 * short.
 */
export function cutForStream(read: Read, { isStreamed }: { isStreamed: boolean }): Piece[] {
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
      const { delivery } = piece;
      phrases.push({ ...phrase, from, to: from + phrase.words.length, ...(delivery && { delivery }) });
    }
    const [first, last] = [phrases[0], phrases.at(-1)];
    if (first && piece.leadSeconds !== undefined) first.leadSeconds = piece.leadSeconds;
    if (last) {
      last.pauseSeconds = piece.pauseSeconds;
      last.to = piece.to;
    }
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

/** Synthesizes the pieces one after another. Throws ProviderError `rejected` when they are too long together. */
export async function speakPieces(
  pieces: readonly Piece[],
  speak: (words: string, piece: Piece) => Promise<Audio>,
): Promise<Audio> {
  const [first, ...others] = pieces;
  if (first && !first.pauseSeconds && others.length === 0) return speak(first.words, first);
  const isLead = first && !hasWords(first.words) && others.length > 0;
  const sounds: Audio[] = [];
  let seconds = 0;
  for (const piece of isLead ? others : pieces) {
    const sound = await speak(piece.words || "…", piece).catch((error: unknown) => {
      throw sounds.length > 0 ? afterWork(error) : error;
    });
    seconds += sound.samples.length / sound.sampleRate;
    if (seconds > longestSeconds)
      throw rejection({ param: "text", message: "speech.tooLongAloud", values: { minutes: longestSeconds / 60 } });
    sounds.push(sound);
  }
  const pauses = pieces.map(({ pauseSeconds }) => pauseSeconds);
  return joinWithPauses(sounds, isLead ? pauses : [0, ...pauses]);
}

/** Puts silences of these seconds before each and after the last, counting the silence that the audio has itself. */
function joinWithPauses(sounds: readonly Audio[], pauses: readonly number[]): Audio {
  const { sampleRate } = sounds[0] as Audio;
  const ends = sounds.map(({ samples }) => silencesOf(samples));
  const parts: Float32Array[] = [];
  const addSilence = (seconds: number, there: number) =>
    parts.push(new Float32Array(Math.max(0, Math.round(seconds * sampleRate) - there)));
  let behind = 0;
  for (const [at, { samples }] of sounds.entries()) {
    const { before, after } = ends[at] as Silences;
    addSilence(pauses[at] ?? 0, behind + before);
    parts.push(samples);
    behind = after;
  }
  addSilence(pauses[sounds.length] ?? 0, behind);
  return { samples: joinSamples(parts), sampleRate };
}

type Silences = { before: number; after: number };

/** The samples of silence at either end; none when all is silent. */
export function silencesOf(samples: Float32Array): Silences {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (loudest === 0) return { before: 0, after: 0 };
  const isSound = (sample: number) => Math.abs(sample) > loudest * silence;
  return { before: samples.findIndex(isSound), after: samples.length - 1 - samples.findLastIndex(isSound) };
}

/** For engines without exact silences: a sentence end at each pause. */
export function withSentenceBreaks({ spoken, changes, pauses }: Verbalized): Verbalized {
  let words = "";
  let from = 0;
  for (const { start, end } of pauses) {
    words = `${words}${spoken.slice(from, start)}`.trimEnd();
    if (/[\p{L}\p{M}\p{N}"”')\]]$/u.test(words)) words += ".";
    if (words && /^\S/.test(spoken.slice(end))) words += " ";
    from = end;
  }
  words += spoken.slice(from);
  const shownChanges = changes.map(({ pauseSeconds, ...change }) =>
    pauseSeconds === undefined ? change : { ...change, spoken: "." },
  );
  return { spoken: words, changes: shownChanges, pauses: [] as Pause[] };
}
