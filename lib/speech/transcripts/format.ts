import "server-only";
import { type SpokenWord, textOf, type WrittenPiece, write } from "vietnamese-text/write";
import type { Transcription } from "@/lib/engines/provider";
import { log } from "@/lib/platform/log";
import type { RecognizedContent } from "@/lib/speech/content";
import type { Formatting } from "./schema";

export type RecognizedSegment = RecognizedContent["segments"][number];

/** What an engine recognized in one channel, or the same with its words written. */
export type Recognized = Pick<RecognizedContent, "transcript" | "segments">;

/** A transcription with composed letters and times in whole milliseconds. */
export function describeTranscription({ text, segments }: Transcription): Recognized {
  const inMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
  const tidy = (words: string) => words.normalize("NFC").trim();
  return {
    transcript: tidy(text.trim() || segments.map((segment) => segment.text.trim()).join(" ")),
    segments: segments.map(({ start, end, text, words }) => ({
      start: inMs(start),
      end: inMs(end),
      text: tidy(text),
      ...(words && {
        words: words.map(({ word, start, end, confidence }) => ({
          word: tidy(word),
          start: inMs(start),
          end: inMs(end),
          ...(confidence !== undefined && { confidence: Math.round(confidence * 100) / 100 }),
        })),
      }),
    })),
  };
}

/** A word with the number of its segment, and the engine's own word if its times are known. */
type Placed = SpokenWord & { segment: number; own?: NonNullable<RecognizedSegment["words"]>[number] };

/**
 * Writes the words of an engine as people write them; see `vietnamese-text`. Each segment keeps the words that begin in
 * it, so that the segments together are the transcript. A failure leaves what the engine recognized, and is logged: the
 * transcription is not lost for it.
 */
export function formatTranscript(raw: Recognized, steps: readonly Formatting[]): Recognized | null {
  try {
    const words = raw.segments.flatMap(placeWords);
    if (words.length === 0) return raw;
    const { text, pieces } = write(words, {
      numerals: steps.includes("numerals"),
      punctuate: steps.includes("punctuate"),
      casing: steps.includes("casing"),
      paragraphs: steps.includes("paragraphs"),
    });
    return { transcript: text, segments: inSegments(raw.segments, words, joinAttached(pieces)) };
  } catch (error) {
    log.error(
      { reason: error instanceof Error ? error.message : String(error) },
      "a transcript could not be formatted",
    );
    return null;
  }
}

/**
 * The words of a segment. An engine that punctuates does so in the text of its segments, whose words come without: the
 * text is then cut at spaces, and its words get the times of the engine's words if they are as many, or a share of the
 * segment's time by their length.
 */
function placeWords({ text, words = [], start, end }: RecognizedSegment, segment: number): Placed[] {
  const written = text.split(/\s+/).filter(Boolean);
  if (written.length === words.length) {
    return words.map((own, index) => ({
      word: written[index] ?? own.word,
      start: own.start,
      end: own.end,
      segment,
      own,
    }));
  }
  const letters = Math.max(1, written.join("").length);
  let at = start;
  return written.map((word) => {
    const from = at;
    at += ((end - start) * word.length) / letters;
    return { word, start: from, end: at, segment };
  });
}

/** What stands without a space behind a piece belongs to it. */
function joinAttached(pieces: readonly WrittenPiece[]): WrittenPiece[] {
  const joined: WrittenPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.isAttached && last) joined[joined.length - 1] = { ...last, text: last.text + piece.text, to: piece.to };
    else joined.push(piece);
  }
  return joined;
}

/** Puts each written piece into the segment in which its first word was said. */
function inSegments(
  segments: readonly RecognizedSegment[],
  words: readonly Placed[],
  pieces: readonly WrittenPiece[],
): RecognizedSegment[] {
  const own: WrittenPiece[][] = segments.map(() => []);
  for (const piece of pieces) own[words[piece.from]?.segment ?? 0]?.push(piece);
  return segments.flatMap((segment, index) => {
    const written = own[index] ?? [];
    const last = words[(written.at(-1)?.to ?? 0) - 1];
    if (written.length === 0 || !last) return [];
    const text = textOf(written);
    const end = last.segment === index ? segment.end : Math.max(segment.end, last.end ?? segment.end);
    const timed = written.flatMap((piece) => writtenWords(piece, words));
    return [{ ...segment, end, text, ...(segment.words && { words: timed.length > 0 ? timed : segment.words }) }];
  });
}

/** The first word of a piece has its written form, which stands for the others too. */
const writtenWords = ({ text, from, to }: WrittenPiece, words: readonly Placed[]) =>
  words.slice(from, to).flatMap(({ own }, index) => (own ? [{ ...own, written: index === 0 ? text : "" }] : []));
