import "server-only";
import { buffer } from "node:stream/consumers";
import { redactionKinds } from "vietnamese-text/redaction-kinds";
import { z } from "zod";
import { objectStore } from "@/lib/platform/objects/open";
import { readOnce } from "@/lib/platform/objects/recent";
import { bookFormats } from "@/lib/speech/books/cut";
import { readingUsedSchema } from "@/lib/speech/content";
import { pronunciationRecordSchema, readingOptionsSchema } from "@/lib/speech/pronunciations/schema";
import { formattings } from "@/lib/speech/transcripts/choices";
import type { LongJob } from "./jobs";
import { bookAudioFormats } from "./schema";

const shared = { languageCode: z.string().nullable(), config: z.record(z.string(), z.unknown()).nullable() };

const wantedTranscriptSchema = z.object({
  ...shared,
  formatting: z.array(z.enum(formattings)),
  terms: z.array(z.string()),
  /** How many terms did not fit. */
  cut: z.number(),
  redact: z.array(z.enum(redactionKinds)),
  fileName: z.string().nullable(),
  /** Where the recording is fetched from, unless it was uploaded. */
  sourceUrl: z.string().optional(),
});

const wantedSpeechSchema = z.object({
  ...shared,
  /** Null where it is uploaded, or is the one of another job. */
  text: z.string().nullable(),
  format: z.enum(bookFormats),
  voiceId: z.string(),
  /** The voices of single chapters, by their number. */
  voices: z.record(z.string(), z.string()),
  audioFormat: z.enum(bookAudioFormats),
  reading: z.union([z.literal("off"), readingOptionsSchema]),
  /** What that comes to with the voice, for the history. */
  readingUsed: readingUsedSchema,
  pronunciations: z.array(pronunciationRecordSchema),
  /** The job whose audio is used again, and the texts that replace some of its parts, by their number. */
  from: z.object({ jobId: z.string(), replaced: z.record(z.string(), z.string()) }).nullable(),
});

/** What is wanted of a recording, as it was resolved when the job was created. */
export type Wanted = z.infer<typeof wantedTranscriptSchema>;

/** The same of a text. */
export type WantedSpeech = z.infer<typeof wantedSpeechSchema>;

type WithRequest = Pick<LongJob, "requestObject">;

const missing = () => new Error("what is wanted of a job is missing");

/** An object, since it has words. */
async function read(object: string): Promise<unknown> {
  const stored = await objectStore().open(object);
  if (!stored) throw missing();
  return JSON.parse(String(await buffer(stored.read())));
}

const readSpeech = readOnce(async (object) => wantedSpeechSchema.parse(await read(object)));

export async function readWanted({ requestObject }: WithRequest): Promise<Wanted> {
  if (requestObject === null) throw missing();
  return wantedTranscriptSchema.parse(await read(requestObject));
}

/** Must not be changed: the parts of a job share it, with the whole text. */
export async function readWantedSpeech({ requestObject }: WithRequest): Promise<WantedSpeech> {
  if (requestObject === null) throw missing();
  return readSpeech(requestObject);
}
