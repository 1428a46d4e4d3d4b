import "server-only";
import { repairTerms } from "vietnamese-text/keyterms";
import { type RedactedPiece, type RedactionKind, redact } from "vietnamese-text/redact";
import { type SpokenWord, textOf, type WrittenPiece, write } from "vietnamese-text/write";
import type { Transcription } from "@/lib/engines/provider";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { RecognizedContent } from "@/lib/speech/content";
import type { Formatting } from "./choices";

export type RecognizedSegment = RecognizedContent["segments"][number];

/** What an engine recognized in one channel, or the same with its words written. */
export type Recognized = Pick<RecognizedContent, "transcript" | "segments">;

/** A transcription with composed letters and times in whole milliseconds. */
export function describeTranscription({ text, segments }: Transcription): Recognized {
  const inMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
  const tidy = (words: string) => words.normalize("NFC").trim();
  return {
    transcript: tidy(text.trim() || segments.map((segment) => segment.text.trim()).join(" ")),
    segments: segments.map(({ start, end, text, words, speaker }) => ({
      start: inMs(start),
      end: inMs(end),
      text: tidy(text),
      ...(speaker !== undefined && { speaker }),
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

/** What is done with a transcript: key terms are put in, it is formatted, and then redacted. */
export type Improvements = {
  formatting: readonly Formatting[];
  keyterms: readonly string[];
  redact: readonly RedactionKind[];
};

/** `hidden`: when each redacted place was said, in seconds; null where the engine has no times of its words. */
export type WrittenTranscript = Recognized & { hidden: readonly (Span | null)[] };

export type Span = { start: number; end: number };

/**
 * Writes the words of an engine as people write them; see `vietnamese-text`. Each segment keeps the words that begin in
 * it, so that the segments together are the transcript. A failure leaves what the engine recognized, and is logged: the
 * transcription is not lost for it. But without its redaction no transcript is delivered: then throws REDACTION_FAILED.
 */
export function writeTranscript(raw: Recognized, improvements: Improvements): WrittenTranscript | null {
  try {
    return writeWords(raw, improvements);
  } catch (error) {
    const isRedacted = improvements.redact.length > 0;
    // The message could have words of the transcript.
    const reason = error instanceof Error && !isRedacted ? error.message : "unknown";
    log.error({ reason }, `a transcript could not be ${isRedacted ? "redacted" : "formatted"}`);
    if (isRedacted) throw new AppError("REDACTION_FAILED");
    return null;
  }
}

function writeWords(raw: Recognized, { formatting, keyterms, redact: kinds }: Improvements): WrittenTranscript {
  const isRedacted = kinds.length > 0;
  const segments = isRedacted ? redactable(raw) : raw.segments;
  const words = segments.flatMap(placeWords);
  if (words.length === 0) return isRedacted ? { transcript: "", segments: [], hidden: [] } : { ...raw, hidden: [] };
  const repaired = repairTerms(words, keyterms).words;
  const isUnrepaired = repaired.every(({ term }) => term === undefined);
  if (isUnrepaired && formatting.length === 0 && !isRedacted) return { ...raw, hidden: [] };

  const steps = {
    numerals: formatting.includes("numerals"),
    punctuate: formatting.includes("punctuate"),
    casing: formatting.includes("casing"),
    paragraphs: formatting.includes("paragraphs"),
    keyterms,
  };
  const pieces =
    formatting.length > 0
      ? write(repaired, steps).pieces
      : repaired.map(({ word: text }, at) => ({ text, from: at, to: at + 1 }));
  const { pieces: shown, ranges } = isRedacted ? redact(repaired, kinds, pieces) : { pieces, ranges: [] };
  /** The place among the words of the engine. */
  const placeOf = ({ from, to }: { from: number; to: number }) => ({
    from: repaired[from]?.from ?? 0,
    to: repaired[to - 1]?.to ?? words.length,
  });
  const placed = shown.map((piece) => ({ ...piece, ...placeOf(piece) }));
  return {
    transcript: textOf(placed),
    segments: inSegments(segments, words, joinAttached(placed), isRedacted),
    hidden: ranges.map((range) => spanOf(words, placeOf(range))),
  };
}

/** The segments of a transcript, all of whose text can be redacted: of an engine that gave the text alone, one. */
function redactable({ transcript, segments }: Recognized): readonly RecognizedSegment[] {
  if (transcript === "" || segments.some(({ text }) => text !== "")) return segments;
  return [{ start: segments[0]?.start ?? 0, end: segments.at(-1)?.end ?? 0, text: transcript }];
}

function spanOf(words: readonly Placed[], { from, to }: { from: number; to: number }): Span | null {
  const times = words.slice(from, to).map(({ own }) => own);
  if (times.length === 0 || times.some((own) => !own || own.end <= own.start)) return null;
  return {
    start: Math.min(...times.map((own) => own?.start ?? 0)),
    end: Math.max(...times.map((own) => own?.end ?? 0)),
  };
}

/**
 * The words of a segment. An engine that punctuates does so in the text of its segments, whose words come without: the
 * text is then cut at spaces, and its words get the times of the engine's words if they are as many, or a share of the
 * segment's time by their length.
 */
function placeWords({ text, words = [], start, end, speaker }: RecognizedSegment, segment: number): Placed[] {
  const said = { segment, ...(speaker !== undefined && { speaker }) };
  const written = text.split(/\s+/).filter(Boolean);
  if (written.length === words.length) {
    return words.map((own, index) => ({
      word: written[index] ?? own.word,
      start: own.start,
      end: own.end,
      ...said,
      own,
    }));
  }
  const letters = Math.max(1, written.join("").length);
  let at = start;
  return written.map((word) => {
    const from = at;
    at += ((end - start) * word.length) / letters;
    return { word, start: from, end: at, ...said };
  });
}

/** What stands without a space behind a piece belongs to it. */
function joinAttached(pieces: readonly RedactedPiece[]): RedactedPiece[] {
  const joined: RedactedPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (!piece.isAttached || !last) {
      joined.push(piece);
      continue;
    }
    const redaction = last.redaction ?? piece.redaction;
    joined[joined.length - 1] = {
      ...last,
      text: last.text + piece.text,
      to: piece.to,
      ...(redaction !== undefined && { redaction }),
    };
  }
  return joined;
}

/** Puts each written piece into the segment in which its first word was said. */
function inSegments(
  segments: readonly RecognizedSegment[],
  words: readonly Placed[],
  pieces: readonly RedactedPiece[],
  isRedacted: boolean,
): RecognizedSegment[] {
  const own: RedactedPiece[][] = segments.map(() => []);
  for (const piece of pieces) own[words[piece.from]?.segment ?? 0]?.push(piece);
  return segments.flatMap((segment, index) => {
    const written = own[index] ?? [];
    const last = words[(written.at(-1)?.to ?? 0) - 1];
    if (written.length === 0 || !last) return [];
    const text = textOf(written);
    const end = last.segment === index ? segment.end : Math.max(segment.end, last.end ?? segment.end);
    const timed = written.flatMap((piece) => (isRedacted ? redactedWords : writtenWords)(piece, words));
    const { words: spoken, ...rest } = segment;
    // What the engine said is in no field of a redacted transcript.
    const kept = timed.length > 0 || isRedacted ? timed : spoken;
    return [{ ...rest, end, text, ...(spoken && kept && kept.length > 0 && { words: kept }) }];
  });
}

/** The first word of a piece has its written form, which stands for the others too. */
const writtenWords = ({ text, from, to }: WrittenPiece, words: readonly Placed[]) =>
  words.slice(from, to).flatMap(({ own }, index) => (own ? [{ ...own, written: index === 0 ? text : "" }] : []));

/** A redacted place is one word. The others are as they were redacted: an engine's own words can differ from its text. */
function redactedWords({ text, from, to, redaction }: RedactedPiece, words: readonly Placed[]) {
  const timed = words.slice(from, to).flatMap(({ word, own }) => (own ? [{ ...own, word }] : []));
  const [first, last] = [timed[0], timed.at(-1)];
  if (!first || !last) return [];
  if (redaction === undefined) return timed.map((own, index) => ({ ...own, written: index === 0 ? text : "" }));
  return [{ word: redaction, start: first.start, end: last.end, written: text }];
}
