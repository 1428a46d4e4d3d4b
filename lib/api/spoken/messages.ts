import "server-only";
import { z } from "zod";
import { problemSchema } from "@/lib/api/problem";

const characters = z
  .object({
    chars: z.array(z.string()),
    charStartTimesMs: z.array(z.int()),
    charDurationsMs: z.array(z.int()),
  })
  .nullable()
  .meta({ description: "docs.described.spokenCharacters" });

const contextId = z.string().nullable().optional().meta({ description: "docs.described.spokenContext" });
const trackingId = z.string().optional().meta({ description: "docs.described.trackingIdReturned" });

/** What ElevenLabs' clients read. */
export const elevenLabsOutput = {
  audio: z.object({
    audio: z.string().nullable().meta({ description: "docs.described.spokenAudio" }),
    isFinal: z.null(),
    alignment: characters,
    normalizedAlignment: characters,
    contextId,
  }),
  final: z.object({
    audio: z.null(),
    isFinal: z.literal(true),
    alignment: z.null(),
    normalizedAlignment: z.null(),
    contextId,
    trackingId,
    ignored: z.array(z.string()).optional().meta({ description: "docs.described.spokenIgnored" }),
  }),
  error: problemSchema.extend({ error: z.string().meta({ description: "docs.described.spokenError" }), contextId }),
} as const;

const sequence = z.int().meta({ description: "docs.described.spokenSequence" });
const text = z.string().meta({ description: "docs.described.spokenText" });

/** What Deepgram's clients send. */
export const deepgramInput = {
  speak: z.looseObject({ type: z.literal("Speak"), text }),
  flush: z.object({ type: z.literal("Flush") }),
  clear: z.object({ type: z.literal("Clear") }),
  close: z.object({ type: z.literal("Close") }),
} as const;

/** What they read, besides binary audio. */
export const deepgramOutput = {
  Metadata: z.object({
    type: z.literal("Metadata"),
    request_id: z.string(),
    model_name: z.string(),
    model_version: z.string(),
    model_uuid: z.string(),
  }),
  Flushed: z.object({ type: z.literal("Flushed"), sequence_id: sequence, tracking_id: trackingId }),
  Cleared: z.object({ type: z.literal("Cleared"), sequence_id: sequence }),
  Warning: z.object({ type: z.literal("Warning"), description: z.string(), code: z.string() }),
  Error: z.object({
    type: z.literal("Error"),
    description: z.string(),
    message: z.string(),
    variant: z.string().meta({ description: "docs.described.code" }),
  }),
} as const;
