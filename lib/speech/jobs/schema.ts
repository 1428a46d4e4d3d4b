import { z } from "zod";
import { audioFormats } from "@/lib/engines/audio/formats";
import { bookFormats } from "@/lib/speech/books/cut";
import { metadataSchema } from "@/lib/speech/metadata";
import { readingSchema } from "@/lib/speech/pronunciations/schema";
import { nullAsAbsent } from "@/lib/speech/schema";
import { formattingFields, keytermFields, redactionFields } from "@/lib/speech/transcripts/schema";

/** The longest recording of a job. */
export const longestSeconds = 4 * 60 * 60;

/** How many jobs of a business can wait or run at a time. */
export const mostOpenJobs = 20;

/** The largest request for a job: a text of the most characters, escaped, with room for the rest. */
export const mostJobBytes = 3 * 1024 * 1024;

/** The formats of speech that is joined from parts. */
export const bookAudioFormats = audioFormats.filter((format) => format !== "opus");

export const jobKinds = ["stt", "tts"] as const;

type JobKind = (typeof jobKinds)[number];

/** What belongs to one kind of job, or to `POST /stt` and `POST /tts` alone: it would be charged for something else. */
const notOf = {
  stt: [
    ...["channels", "diarize", "diarize_model", "speakers", "redactAudio"],
    ...["text", "format", "voiceId", "chapters", "audioFormat", "reading", "fromJobId", "parts"],
  ],
  tts: ["url", "textType", "sampleRate", "container", "formatting", "keyterms", "redact"],
} as const satisfies Record<JobKind, readonly string[]>;

const chapterNumber = z.int().min(1).max(255);

export const jobRequestSchema = z
  .looseObject({
    kind: z.enum(jobKinds).meta({ description: "docs.described.jobKind", example: "stt" }),
    uploadId: nullAsAbsent(z.string()).meta({ description: "docs.described.jobUploadId", example: "upl_…" }),
    url: nullAsAbsent(z.string()).meta({ description: "docs.described.jobSourceUrl" }),
    modelId: nullAsAbsent(z.string()).meta({ description: "docs.described.modelIdOptional" }),
    languageCode: nullAsAbsent(z.string().regex(/^[A-Za-z0-9_-]{1,35}$/, "api.fieldLanguage")).meta({
      description: "docs.described.languageHint",
      example: "vi",
    }),
    config: nullAsAbsent(z.record(z.string(), z.unknown())).meta({ description: "docs.described.config" }),
    formatting: formattingFields.shape.formatting,
    keyterms: keytermFields.shape.keyterms,
    redact: redactionFields.shape.redact,
    text: nullAsAbsent(z.string()).meta({ description: "docs.described.jobText" }),
    format: nullAsAbsent(z.enum(bookFormats)).meta({ description: "docs.described.jobFormat" }),
    voiceId: nullAsAbsent(z.string()).meta({ description: "docs.described.jobVoiceId", example: "north-linh" }),
    chapters: nullAsAbsent(
      z
        .array(
          z.strictObject({
            number: chapterNumber.meta({ description: "docs.described.chapterNumber", example: 2 }),
            voiceId: z.string().meta({ description: "docs.described.chapterVoice", example: "south-ngoc" }),
          }),
        )
        .max(255),
    ).meta({ description: "docs.described.jobChapters" }),
    fromJobId: nullAsAbsent(z.string()).meta({ description: "docs.described.jobFrom", example: "tts_…" }),
    parts: nullAsAbsent(
      z
        .array(
          z.strictObject({
            number: z.int().min(1).meta({ description: "docs.described.bookPartNumber", example: 12 }),
            text: z.string().meta({ description: "docs.described.bookPartReplaced" }),
          }),
        )
        .max(1000),
    ).meta({ description: "docs.described.jobParts" }),
    audioFormat: nullAsAbsent(z.enum(bookAudioFormats)).meta({ description: "docs.described.jobAudioFormat" }),
    reading: readingSchema.nullish().meta({ description: "docs.described.reading" }),
    callbackUrl: nullAsAbsent(z.string()).meta({
      description: "docs.described.jobCallbackUrl",
      example: "https://example.com/vang",
    }),
    callback_url: nullAsAbsent(z.string()).meta({ description: "docs.described.jobCallbackUrlAlias" }),
    metadata: metadataSchema
      .nullish()
      .meta({ description: "docs.described.metadataField", example: { orderId: "1024" } }),
  })
  .superRefine((sent, context) => {
    const unknown = notOf[sent.kind].find(
      (name) => sent[name] !== undefined && sent[name] !== null && sent[name] !== false,
    );
    if (sent.kind === "stt" && (sent.uploadId === undefined) === (sent.url === undefined))
      context.addIssue({ code: "custom", message: "jobs.oneSource", path: ["uploadId"] });
    if (unknown) context.addIssue({ code: "custom", message: "jobs.notOfJobs", path: [unknown] });
  })
  .meta({ id: "JobRequest" });

export type JobRequest = z.infer<typeof jobRequestSchema>;

export const jobStates = ["queued", "running", "paused", "succeeded", "failed", "canceled"] as const;

export type JobState = (typeof jobStates)[number];

export const jobSchema = z
  .object({
    jobId: z.string().meta({ description: "docs.described.jobId", example: "stt_01k82ian95ee9pititqacno5pg" }),
    kind: z.enum(jobKinds).meta({ description: "docs.described.jobKind" }),
    status: z.enum(jobStates).meta({ description: "docs.described.longJobStatus" }),
    progress: z.number().meta({ description: "docs.described.jobProgress", example: 0.25 }),
    secondsDone: z.number().meta({ description: "docs.described.jobSecondsDone", example: 1800 }),
    secondsTotal: z.number().nullable().meta({ description: "docs.described.jobSecondsTotal", example: 7200 }),
    secondsLeft: z.int().nullable().meta({ description: "docs.described.jobSecondsLeft", example: 240 }),
    charactersDone: z.int().nullable().meta({ description: "docs.described.jobCharactersDone", example: 50000 }),
    charactersTotal: z.int().nullable().meta({ description: "docs.described.jobCharactersTotal", example: 200000 }),
    chargeVnd: z.number().meta({ description: "docs.described.jobChargeSoFar", example: 36000 }),
    modelId: z.string().meta({ description: "docs.described.usageModel" }),
    voiceId: z.string().nullable().meta({ description: "docs.described.jobVoiceUsed" }),
    languageCode: z.string().nullable().meta({ description: "docs.described.languageSent" }),
    fromJobId: z.string().nullable().meta({ description: "docs.described.jobChanges" }),
    resultCode: z.string().nullable().meta({ description: "docs.described.longJobResultCode" }),
    message: z.string().nullable().meta({ description: "docs.described.resultMessage" }),
    messageVi: z.string().nullable().meta({ description: "docs.described.resultMessageVi" }),
    resultUrl: z.url().nullable().meta({ description: "docs.described.jobResultUrl" }),
    metadata: z.record(z.string(), z.string()).nullable().meta({ description: "docs.described.jobMetadata" }),
    createdAt: z.iso.datetime().meta({ description: "docs.described.longJobCreatedAt" }),
    startedAt: z.iso.datetime().nullable().meta({ description: "docs.described.jobStartedAt" }),
    endedAt: z.iso.datetime().nullable().meta({ description: "docs.described.jobEndedAt" }),
  })
  .meta({ id: "Job" });

const chapterPartSchema = z
  .object({
    number: z.int().meta({ description: "docs.described.bookPartNumber", example: 12 }),
    text: z.string().meta({ description: "docs.described.bookPartText" }),
    start: z.number().meta({ description: "docs.described.timeStart" }),
    end: z.number().meta({ description: "docs.described.timeEnd" }),
  })
  .meta({ id: "BookPart" });

export const jobChaptersSchema = z
  .object({
    jobId: z.string().meta({ description: "docs.described.jobId" }),
    audioUrl: z.url().meta({ description: "docs.described.audioUrl" }),
    audioDuration: z.number().meta({ description: "docs.described.seconds" }),
    chapters: z
      .array(
        z
          .object({
            number: z.int().meta({ description: "docs.described.chapterNumber", example: 1 }),
            title: z.string().nullable().meta({ description: "docs.described.chapterTitle" }),
            voiceId: z.string().meta({ description: "docs.described.chapterVoice" }),
            start: z.number().meta({ description: "docs.described.timeStart" }),
            end: z.number().meta({ description: "docs.described.timeEnd" }),
            audioUrl: z.url().meta({ description: "docs.described.chapterAudioUrl" }),
            parts: z.array(chapterPartSchema).meta({ description: "docs.described.bookParts" }),
          })
          .meta({ id: "BookChapter" }),
      )
      .meta({ description: "docs.described.bookChapters" }),
  })
  .meta({ id: "JobChapters" });

export const jobListRequestSchema = z.strictObject({
  status: z.enum(jobStates).optional().meta({ description: "docs.described.longJobStatus" }),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: "docs.described.jobListLimit" }),
  cursor: z.string().max(1000).optional().meta({ description: "docs.described.cursor" }),
});

export const jobListSchema = z
  .object({
    jobs: z.array(jobSchema).meta({ description: "docs.described.longJobs" }),
    next: z.string().nullable().meta({ description: "docs.described.nextCursor", example: null }),
  })
  .meta({ id: "JobList" });
