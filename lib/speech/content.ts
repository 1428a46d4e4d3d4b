import "server-only";
import { buffer } from "node:stream/consumers";
import { clean } from "vietnamese-text/clean";
import { redactionKinds } from "vietnamese-text/redaction-kinds";
import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { failpoint } from "@/lib/platform/failpoint";
import { objectStore } from "@/lib/platform/objects/open";
import { briefly } from "@/lib/platform/objects/store";
import { readingOptionsSchema, textTypes } from "@/lib/speech/pronunciations/schema";
import { isPendingDeletion } from "@/lib/speech/retention/objects";
import { formattings } from "@/lib/speech/transcripts/choices";
import { type StoredEdits, storedEditsSchema } from "@/lib/speech/transcripts/edits/schema";
import { keytermEffects } from "@/lib/speech/transcripts/schema";

export const readingUsedSchema = z
  .union([z.literal("off"), readingOptionsSchema.required().partial({ textStyle: true, emoji: true })])
  .nullable();

/** A chapter of a text that was read in parts. `from` and `to`: where the part is in the bytes of the audio. */
const spokenChapterSchema = z.object({
  title: z.string().nullable(),
  voiceId: z.string(),
  parts: z.array(
    z.object({
      text: z.string(),
      /** The silence behind it. */
      pauseSeconds: z.number(),
      /** Equal for parts that sound alike: see `planBook`. */
      digest: z.string(),
      from: z.int(),
      to: z.int(),
    }),
  ),
});

/** The request of a text-to-speech call, stored beside its audio. `config` has the options as sent. */
const spokenSchema = z.object({
  /** As it was sent. */
  text: z.string(),
  textType: z.enum(textTypes).optional(),
  config: z.record(z.string(), z.unknown()).nullable(),
  /** The normalization options; null for engines with their own rules, and in older content. */
  reading: readingUsedSchema.catch(null),
  /** Of a text that arrived while it was spoken. */
  isLive: z.boolean().optional(),
  /** When it is spoken, where that was asked for. */
  times: z
    .object({
      source: z.enum(["engine", "sentence"]),
      characters: z.array(z.string()),
      starts: z.array(z.number()),
      ends: z.array(z.number()),
    })
    .optional(),
  /** Of a job that read a text in parts, which then are its text. */
  chapters: z.array(spokenChapterSchema).optional(),
});

const segmentSchema = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  /** The number of its channel, from 1, where channels were transcribed apart. */
  channel: z.number().optional(),
  /** Who says it, as A, B, C in the order of first speech, where that was asked for. */
  speaker: z.string().optional(),
});

const wordSchema = z.object({
  /** As the engine recognized it. */
  word: z.string(),
  start: z.number(),
  end: z.number(),
  /** What is written for it; empty where the word before it stands for both. Missing without formatting. */
  written: z.string().optional(),
  /** From 0 to 1, where the engine says. */
  confidence: z.number().optional(),
});

/** The request and transcript of a speech-to-text call. Times are seconds from the start of the audio. */
const recognizedSchema = z.object({
  transcript: z.string(),
  /** Words are missing when the engine had no times of them, and in older content. */
  segments: z.array(segmentSchema.extend({ words: z.array(wordSchema).optional() })),
  /** How it was formatted; missing in older content. */
  formatting: z.array(z.enum(formattings)).optional(),
  /** What was done with the key terms, where there were any, and how many did not fit. */
  keyterms: z.object({ effect: z.enum(keytermEffects), cut: z.number() }).optional(),
  /** The kinds that were redacted. Then nothing here has what the engine recognized. */
  redacted: z.array(z.enum(redactionKinds)).optional(),
  /** What the engine recognized, where formatting changed it. Its words are those of `segments`. */
  raw: z.object({ transcript: z.string(), segments: z.array(segmentSchema) }).optional(),
  /** The transcript of each channel, where they were transcribed apart. */
  channels: z.array(z.object({ channel: z.number(), transcript: z.string() })).optional(),
  /** Of a live transcription: when the first words were delivered, in milliseconds after its request, and how many finals. */
  live: z.object({ firstWordsMs: z.number().nullable(), finals: z.number() }).optional(),
  fileName: z.string().nullable(),
  config: z.record(z.string(), z.unknown()).nullable(),
});

export type SpokenChapter = z.infer<typeof spokenChapterSchema>;
export type SpokenContent = z.infer<typeof spokenSchema>;
export type RecognizedContent = z.infer<typeof recognizedSchema>;

export const packContent = (content: SpokenContent | RecognizedContent): Uint8Array =>
  Buffer.from(JSON.stringify(content));

function unpackSpoken(bytes: Uint8Array): SpokenContent {
  const content = spokenSchema.parse(JSON.parse(String(bytes)));
  const { chapters } = content;
  return chapters ? { ...content, text: textOfChapters(chapters) } : content;
}

/** What was read of a text in parts. */
export const textOfChapters = (chapters: readonly SpokenChapter[]): string =>
  chapters.flatMap(({ parts }) => parts.map(({ text }) => text)).join("\n\n");

/** The extension of an object of a job. */
export const extensionFor = ({ keepsNothing }: { keepsNothing?: boolean }, extension: string): string =>
  keepsNothing ? briefly(extension) : extension;

/** Stores a job's content alone. */
export const storeContent = (content: RecognizedContent, job: { keepsNothing?: boolean } = {}): Promise<string> =>
  objectStore().put(packContent(content), extensionFor(job, "json"));

/** Stores a job's content and a file: its bytes, or the path of a file of ours, which is moved. */
export async function storeContentAndFile(
  content: SpokenContent | RecognizedContent,
  file: Uint8Array | string,
  fileExtension: string,
  job: { keepsNothing?: boolean } = {},
): Promise<{ contentObject: string; fileObject: string }> {
  const extension = extensionFor(job, fileExtension);
  const packed = { bytes: packContent(content), extension: extensionFor(job, "json") };
  const store = objectStore();
  const [fileObject, contentObject] = await (typeof file === "string"
    ? store.moveInWith(file, extension, packed)
    : store.putBoth({ bytes: file, extension }, packed));
  failpoint("put");
  return { contentObject, fileObject };
}

/** The same where only the file is kept, until it was read. */
export async function storeBriefly(file: Uint8Array, extension: string) {
  const fileObject = await objectStore().put(file, briefly(extension));
  failpoint("put");
  return { contentObject: null, fileObject };
}

/** Where a call's content is stored, and until when it is readable. */
export type Kept = {
  region: string;
  audioObject: string | null;
  contentObject: string | null;
  /** Missing where it is not needed. */
  editsObject?: string | null;
  expiresAt: Date;
  deletedAt: Date | null;
};

/** Whether content is readable now, in this region. Checked here and not by the sweeper, so that expiry is exact. */
export const isReadable = ({
  region,
  expiresAt,
  deletedAt,
}: Omit<Kept, "audioObject" | "contentObject" | "editsObject">): boolean =>
  region === env.VANG_REGION && !deletedAt && expiresAt > clock.now();

/** The text of a text-to-speech call. Null once it has expired or was deleted, and in other regions. */
export async function readSpoken(job: Kept): Promise<SpokenContent | null> {
  if (!job.audioObject) return null;
  if (job.contentObject) {
    const stored = await open(job.contentObject, job);
    return stored && unpackSpoken(await buffer(stored.read()));
  }
  const appended = await (await open(job.audioObject, job))?.readAppended();
  return appended?.length ? unpackSpoken(appended) : null;
}

/** The transcript of a speech-to-text call. Null once it has expired or was deleted, and in other regions. */
export async function readRecognized(job: Kept): Promise<RecognizedContent | null> {
  const stored = job.audioObject ? null : await open(job.contentObject, job);
  return stored && recognizedSchema.parse(JSON.parse(String(await buffer(stored.read()))));
}

/** What members changed in the transcript, under the same conditions. Null without changes. */
export async function readEdits(job: Kept): Promise<StoredEdits | null> {
  const stored = await open(job.editsObject ?? null, job);
  return stored && storedEditsSchema.parse(JSON.parse(String(await buffer(stored.read()))));
}

/** What a person sees of the text, or the transcript, of a job; empty once it cannot be read. */
export async function readWords(job: Kept): Promise<string> {
  const spoken = await readSpoken(job);
  return (spoken && seenOf(spoken)) ?? (await readRecognized(job))?.transcript ?? "";
}

/** What a person sees of a stored text, which was checked when it was sent. */
const seenOf = ({ text, textType, reading, chapters }: SpokenContent): string =>
  reading === "off" || chapters ? text : clean(text, { textType }).text || text;

/** The stored audio of a text-to-speech call, under the same conditions. */
export const openAudio = (job: Kept) => open(job.audioObject, job);

async function open(object: string | null, job: Kept) {
  if (!object || !isReadable(job) || (await isPendingDeletion(object))) return null;
  return objectStore().open(object);
}
