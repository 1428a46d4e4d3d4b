import { z } from "zod";
import { type AudioFormat, audioFormats } from "@/lib/audio/formats";
import { readingSchema } from "@/lib/pronunciations/reading-schema";

export { type AudioFormat, audioFormats };

/** Unicode code points of the NFC text. */
export const maxCharacters = 5000;

/** PHP encodes an empty object as an empty list. */
const configObject = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.record(z.string(), z.unknown()),
);

export const ttsRequestSchema = z
  .object({
    text: z.string().meta({ description: "docs.described.text", example: "Xin chào Việt Nam" }),
    voiceId: z.string().meta({ description: "docs.described.voiceId", example: "south-ngoc" }),
    modelId: z.string().meta({ description: "docs.described.modelId", example: "vang-espeak" }),
    languageCode: z
      .string()
      // The characters of BCP 47, and the underscore that many systems use; stored and returned as sent.
      .regex(/^[A-Za-z0-9_-]{1,35}$/, "api.fieldLanguage")
      .nullish()
      .meta({ description: "docs.described.languageUnused", example: "vi" }),
    config: configObject.nullish().meta({ description: "docs.described.config", example: { speed: 1.1 } }),
    audioFormat: z.enum(audioFormats).default("mp3").meta({ description: "docs.described.audioFormat" }),
    reading: readingSchema.nullish().meta({ description: "docs.described.reading", example: { thousand: "ngàn" } }),
  })
  .meta({ id: "TtsRequest" });

export type TtsRequest = z.infer<typeof ttsRequestSchema>;

export const ttsResponseSchema = z
  .object({
    trackingId: z.string().meta({ description: "docs.described.trackingId" }),
    audioUrl: z.url().meta({ description: "docs.described.audioUrl" }),
    audioDuration: z.number().meta({ format: "double", description: "docs.described.seconds" }),
    fileSizeBytes: z.int().meta({ format: "int64", description: "docs.described.fileSize" }),
    processingTimeMs: z.int().meta({ format: "int64", description: "docs.described.timeToAudio" }),
    languageCode: z.string().nullable().meta({ description: "docs.described.languageSent" }),
  })
  .meta({ id: "TtsResponse" });

export type TtsResponse = z.infer<typeof ttsResponseSchema>;

export const readingRequestSchema = ttsRequestSchema
  .pick({ text: true, voiceId: true, modelId: true, reading: true })
  .meta({ id: "ReadingRequest" });

export type ReadingRequest = z.infer<typeof readingRequestSchema>;

export const readingPreviewSchema = z
  .object({
    text: z.string().meta({ description: "docs.described.normalizedText" }),
    spoken: z.string().meta({ description: "docs.described.spoken" }),
    characters: z.int().meta({ description: "docs.described.characters" }),
    changes: z
      .array(
        z.object({
          written: z.string(),
          spoken: z.string(),
          rule: z.string().meta({ example: "date" }),
          at: z.int().meta({ description: "docs.described.changeAt" }),
          pauseSeconds: z.number().optional().meta({ description: "docs.described.pauseSeconds", example: 1.5 }),
        }),
      )
      .meta({ description: "docs.described.changes" }),
  })
  .meta({ id: "ReadingPreview" });

export type ReadingPreview = z.infer<typeof readingPreviewSchema>;

export const responseFormats = ["json", "srt", "vtt", "text"] as const;

export type ResponseFormat = (typeof responseFormats)[number];

/** The size limit for uploads. */
export const maxUploadBytes = 25 * 1024 * 1024;

/** The length limit for transcription. */
export const maxAudioSeconds = 30 * 60;

/** Encoders may lengthen audio by their delay and by padding of the last frame. */
export const encoderPaddingSeconds = 0.2;

/**
 * The seconds that audio of this decoded length is reported and charged as: started seconds, without encoder padding.
 */
export const startedSeconds = (durationSeconds: number): number =>
  Math.max(1, Math.ceil(durationSeconds - encoderPaddingSeconds));

const configText = z.string().transform((text, context): Record<string, unknown> => {
  try {
    return configObject.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: "custom", message: "api.fieldObject" });
    return z.NEVER;
  }
});

/** The form fields besides the file. */
export const sttRequestSchema = z
  .object({
    modelId: z.string().optional().meta({ description: "docs.described.modelIdOptional" }),
    languageCode: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,35}$/, "api.fieldLanguage")
      .optional()
      .meta({ description: "docs.described.languageHint", example: "vi" }),
    config: configText.optional().meta({ type: "string", description: "docs.described.configText", example: "{}" }),
    responseFormat: z.enum(responseFormats).default("json").meta({ description: "docs.described.responseFormat" }),
  })
  .meta({ id: "SttRequest" });

export type SttRequest = z.infer<typeof sttRequestSchema>;

export const sttResponseSchema = z
  .object({
    trackingId: z.string().meta({ description: "docs.described.trackingId" }),
    transcript: z.string().meta({ description: "docs.described.transcript" }),
    audioDuration: z.int().meta({ description: "docs.described.wholeSeconds" }),
    fileSizeBytes: z.int().meta({ format: "int64", description: "docs.described.fileSize" }),
    processingTimeMs: z.int().meta({ format: "int64", description: "docs.described.timeToTranscript" }),
    inputAudioFileName: z.string().nullable().meta({ description: "docs.described.fileName" }),
    inputAudioUrl: z.url().nullable().meta({ description: "docs.described.inputAudioUrl" }),
  })
  .meta({ id: "SttResponse" });

export type SttResponse = z.infer<typeof sttResponseSchema>;

/** Remarks on a successful call. */
export const resultCodes = ["NO_SPEECH_FOUND"] as const;

export type ResultCode = (typeof resultCodes)[number];

const configFieldSchema = z
  .object({
    type: z.enum(["number", "integer", "boolean", "enum"]),
    min: z.number().optional(),
    max: z.number().optional(),
    step: z.number().optional(),
    default: z.union([z.number(), z.boolean(), z.string()]),
    options: z.array(z.string()).optional(),
    label: z.object({ vi: z.string(), en: z.string() }),
  })
  .meta({ id: "ConfigField" });

export const voiceSchema = z
  .object({
    voiceId: z.string(),
    name: z.string(),
    gender: z.enum(["female", "male"]),
    region: z.enum(["north", "central", "south"]),
    languageCode: z.string(),
    styles: z.array(z.string()),
    previewUrl: z.url(),
    modelIds: z.array(z.string()),
    experimental: z.boolean().meta({ description: "docs.described.experimental" }),
  })
  .meta({ id: "Voice" });

export type VoiceRecord = z.infer<typeof voiceSchema>;

export const modelSchema = z
  .object({
    modelId: z.string(),
    name: z.string(),
    kind: z.enum(["tts", "stt"]),
    languageCodes: z.array(z.string()),
    engine: z.string().optional().meta({ description: "docs.described.engine" }),
    config: z.record(z.string(), configFieldSchema),
    priceVnd: z.number().meta({ description: "docs.described.priceVnd" }),
    unit: z.string().meta({ example: "1000_characters" }),
  })
  .meta({ id: "Model" });

export type ModelRecord = z.infer<typeof modelSchema>;

export const voiceListSchema = z.object({ voices: z.array(voiceSchema) }).meta({ id: "VoiceList" });
export const modelListSchema = z.object({ models: z.array(modelSchema) }).meta({ id: "ModelList" });
