import { z } from "zod";
import { readingOptionsSchema } from "@/lib/pronunciations/reading-schema";

/** What a text-to-speech call was asked, kept beside its audio. `config` is the provider's options as sent. */
const spokenSchema = z.object({
  text: z.string(),
  config: z.record(z.string(), z.unknown()).nullable(),
  /** How it was read; null where the engine reads by rules of its own, and in content from before it was kept. */
  reading: z
    .union([z.literal("off"), readingOptionsSchema.required()])
    .nullable()
    .catch(null),
});

/** What a speech-to-text call was asked and answered. Times are seconds from the start of the audio. */
const heardSchema = z.object({
  transcript: z.string(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  fileName: z.string().nullable(),
  config: z.record(z.string(), z.unknown()).nullable(),
});

export type SpokenContent = z.infer<typeof spokenSchema>;
export type HeardContent = z.infer<typeof heardSchema>;

export const packContent = (content: SpokenContent | HeardContent): Uint8Array => Buffer.from(JSON.stringify(content));

export const unpackSpoken = (bytes: Uint8Array): SpokenContent => spokenSchema.parse(JSON.parse(String(bytes)));

export const unpackHeard = (bytes: Uint8Array): HeardContent => heardSchema.parse(JSON.parse(String(bytes)));
