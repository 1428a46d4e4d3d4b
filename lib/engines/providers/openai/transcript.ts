import { z } from "zod";
import type { Segment, Transcription } from "@/lib/engines/provider";
import { nonsense } from "./sound";
import type { UpstreamResponse } from "./upstream";

const segmentSchema = z.object({
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  text: z.string(),
  no_speech_prob: z.number().min(0).max(1).nullish().catch(null),
});

const transcriptSchema = z.object({ text: z.string(), segments: z.array(z.unknown()).nullish().catch(null) });

/** Parses a transcription response. Invalid segments are left out. Throws ProviderError `broken`. */
export function transcriptOf({ bytes }: UpstreamResponse): Transcription {
  const parsed = transcriptSchema.safeParse(parse(bytes));
  if (!parsed.success) throw nonsense("an answer that is no transcript");
  const { text, segments } = parsed.data;
  return { text: clean(text), segments: (segments ?? []).flatMap(readSegment) };
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
