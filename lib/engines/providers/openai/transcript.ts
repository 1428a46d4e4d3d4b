import { z } from "zod";
import type { Segment, TimedWord, Transcription } from "@/lib/engines/provider";
import { nonsense } from "./sound";
import type { UpstreamResponse } from "./upstream";

const segmentSchema = z.object({
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  text: z.string(),
  no_speech_prob: z.number().min(0).max(1).nullish().catch(null),
});

const wordSchema = z.object({ word: z.string(), start: z.number().nonnegative(), end: z.number().nonnegative() });

const transcriptSchema = z.object({
  text: z.string(),
  segments: z.array(z.unknown()).nullish().catch(null),
  words: z.array(z.unknown()).nullish().catch(null),
});

/** `words` are those of the whole text; null when the engine has no times of words. */
export type UpstreamTranscript = Transcription & { words: TimedWord[] | null };

/** Parses a transcription response. Invalid segments and words are left out. Throws ProviderError `broken`. */
export function transcriptOf({ bytes }: UpstreamResponse): UpstreamTranscript {
  const parsed = transcriptSchema.safeParse(parse(bytes));
  if (!parsed.success) throw nonsense("an answer that is no transcript");
  const { text, segments, words } = parsed.data;
  return {
    text: clean(text),
    segments: (segments ?? []).flatMap(readSegment),
    words: words?.flatMap(readWord) ?? null,
  };
}

function readWord(value: unknown): TimedWord[] {
  const parsed = wordSchema.safeParse(value);
  return parsed.success && parsed.data.end >= parsed.data.start
    ? [{ ...parsed.data, word: clean(parsed.data.word) }]
    : [];
}

/** Each word is put into the last segment that has begun when the word does. */
export function withWords(segments: readonly Segment[], words: readonly TimedWord[]): Segment[] {
  const placed = segments.map((segment) => ({ ...segment, words: [] as TimedWord[] }));
  for (const word of words) {
    const middle = (word.start + word.end) / 2;
    (placed.findLast(({ start }) => start <= middle) ?? placed[0])?.words.push(word);
  }
  return placed;
}

function readSegment(value: unknown): Segment[] {
  const parsed = segmentSchema.safeParse(value);
  if (!parsed.success || parsed.data.end < parsed.data.start) return [];
  const { start, end, text, no_speech_prob: noSpeech } = parsed.data;
  return [{ start, end, text: clean(text), ...(typeof noSpeech === "number" && { noSpeech }) }];
}

// PostgreSQL cannot store NUL or lone surrogates.
const clean = (text: string) => text.replaceAll("\0", "").toWellFormed().trim();

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw nonsense("something that is not JSON");
  }
}
