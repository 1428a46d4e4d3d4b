import { z } from "zod";
import { readingOptionsSchema } from "@/lib/speech/pronunciations/reading-schema";

/** The request of a text-to-speech call, stored beside its audio. `config` has the options as sent. */
const spokenSchema = z.object({
  text: z.string(),
  config: z.record(z.string(), z.unknown()).nullable(),
  /** The normalization options; null for engines with their own rules, and in older content. */
  reading: z
    .union([z.literal("off"), readingOptionsSchema.required().partial({ textStyle: true })])
    .nullable()
    .catch(null),
});

/** The request and transcript of a speech-to-text call. Times are seconds from the start of the audio. */
const recognizedSchema = z.object({
  transcript: z.string(),
  segments: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      text: z.string(),
      /** From 1, where channels were transcribed apart. */
      channel: z.number().optional(),
      /** Missing when the engine had no times of words, and in older content. */
      words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })).optional(),
    }),
  ),
  /** Where channels were transcribed apart. */
  channels: z.array(z.object({ channel: z.number(), transcript: z.string() })).optional(),
  fileName: z.string().nullable(),
  config: z.record(z.string(), z.unknown()).nullable(),
});

export type SpokenContent = z.infer<typeof spokenSchema>;
export type RecognizedContent = z.infer<typeof recognizedSchema>;

export const packContent = (content: SpokenContent | RecognizedContent): Uint8Array =>
  Buffer.from(JSON.stringify(content));

export const unpackSpoken = (bytes: Uint8Array): SpokenContent => spokenSchema.parse(JSON.parse(String(bytes)));

export const unpackRecognized = (bytes: Uint8Array): RecognizedContent =>
  recognizedSchema.parse(JSON.parse(String(bytes)));
