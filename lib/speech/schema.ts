import { z } from "zod";

/** Unicode code points of the NFC text. */
export const maxCharacters = 5000;

export const audioFormats = ["mp3", "wav", "opus"] as const;

export type AudioFormat = (typeof audioFormats)[number];

export const ttsRequestSchema = z
  .object({
    text: z.string().meta({
      description: `Plain text to read, at most ${maxCharacters} Unicode code points after NFC.`,
      example: "Xin chào Việt Nam",
    }),
    voiceId: z.string().meta({ description: "From the voice list.", example: "south-ngoc" }),
    modelId: z.string().meta({ description: "From the model list.", example: "vang-espeak" }),
    languageCode: z
      .string()
      // The letters of BCP 47, and the underscore that many systems write instead: it is kept and echoed as sent.
      .regex(/^[A-Za-z0-9_-]{1,35}$/, "api.fieldLanguage")
      .nullish()
      .meta({ description: "A hint, passed along; engines ignore it today.", example: "vi" }),
    config: z
      .record(z.string(), z.unknown())
      .nullish()
      .meta({
        description: "A subset of the model's `config` fields. Passed to the engine untouched: it judges the values.",
        example: { speed: 1.1 },
      }),
    audioFormat: z.enum(audioFormats).default("mp3").meta({ description: "The file's format." }),
  })
  .meta({ id: "TtsRequest" });

export type TtsRequest = z.infer<typeof ttsRequestSchema>;

export const ttsResponseSchema = z
  .object({
    trackingId: z.string().meta({ description: "Names this call: for reconciliation, support and lookup." }),
    audioUrl: z
      .url()
      .meta({ description: "Download address of the audio; works without a key for as long as the file is kept." }),
    audioDuration: z.number().meta({ format: "double", description: "Seconds." }),
    fileSizeBytes: z.int().meta({ format: "int64", description: "Measured on our side." }),
    processingTimeMs: z
      .int()
      .meta({ format: "int64", description: "From the request's arrival to its finished audio." }),
    languageCode: z.string().nullable().meta({ description: "As sent; null when none was." }),
  })
  .meta({ id: "TtsResponse" });

export type TtsResponse = z.infer<typeof ttsResponseSchema>;

export const readingRequestSchema = ttsRequestSchema
  .pick({ text: true, voiceId: true, modelId: true })
  .meta({ id: "ReadingRequest" });

export type ReadingRequest = z.infer<typeof readingRequestSchema>;

export const readingPreviewSchema = z
  .object({
    text: z.string().meta({ description: "In NFC, without what has no sound." }),
    spoken: z.string().meta({ description: "The words that are read." }),
    characters: z.int().meta({ description: "What the call would be charged for." }),
    changes: z
      .array(
        z.object({
          written: z.string(),
          spoken: z.string(),
          rule: z.string().meta({ example: "date" }),
          at: z.int().meta({ description: "Offset in `text`, in UTF-16 code units." }),
        }),
      )
      .meta({ description: "Empty for an engine that reads by its own rules." }),
  })
  .meta({ id: "ReadingPreview" });

export type ReadingPreview = z.infer<typeof readingPreviewSchema>;

export const responseFormats = ["json", "srt", "vtt", "text"] as const;

export type ResponseFormat = (typeof responseFormats)[number];

/** The largest file that is taken. */
export const maxUploadBytes = 25 * 1024 * 1024;

/** The longest audio that is transcribed. */
export const maxAudioSeconds = 30 * 60;

const configText = z.string().transform((text, context): Record<string, unknown> => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: "custom", message: "api.fieldObject" });
    return z.NEVER;
  }
});

/** The fields beside the file. */
export const sttRequestSchema = z
  .object({
    modelId: z.string().optional().meta({ description: "From the model list; the first one when left out." }),
    languageCode: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,35}$/, "api.fieldLanguage")
      .optional()
      .meta({ description: "A hint, passed along.", example: "vi" }),
    config: configText
      .optional()
      .meta({ type: "string", description: "A JSON object. Passed to the engine untouched.", example: "{}" }),
    responseFormat: z.enum(responseFormats).default("json").meta({ description: "The answer's form." }),
  })
  .meta({ id: "SttRequest" });

export type SttRequest = z.infer<typeof sttRequestSchema>;

export const sttResponseSchema = z
  .object({
    trackingId: z.string().meta({ description: "Names this call: for reconciliation, support and lookup." }),
    transcript: z.string().meta({ description: "Empty when nobody speaks." }),
    audioDuration: z.int().meta({ description: "Rounded to seconds." }),
    fileSizeBytes: z.int().meta({ format: "int64", description: "Measured on our side." }),
    processingTimeMs: z.int().meta({ format: "int64", description: "From the request's arrival to its transcript." }),
    inputAudioFileName: z.string().nullable().meta({ description: "As sent." }),
    inputAudioUrl: z
      .url()
      .nullable()
      .meta({ description: "Plays what was sent, for a quarter of an hour. It may have expired at a later lookup." }),
  })
  .meta({ id: "SttResponse" });

export type SttResponse = z.infer<typeof sttResponseSchema>;

/** Remarks on a call that went well. */
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
    experimental: z.boolean().meta({ description: "Offered with a known weakness." }),
  })
  .meta({ id: "Voice" });

export type VoiceRecord = z.infer<typeof voiceSchema>;

export const modelSchema = z
  .object({
    modelId: z.string(),
    name: z.string(),
    kind: z.enum(["tts", "stt"]),
    languageCodes: z.array(z.string()),
    engine: z.string().optional().meta({ description: "Named where it matters, as for the demonstration recogniser." }),
    config: z.record(z.string(), configFieldSchema),
    priceVnd: z.number().meta({ description: "Per unit, in đồng." }),
    unit: z.string().meta({ example: "1000_characters" }),
  })
  .meta({ id: "Model" });

export type ModelRecord = z.infer<typeof modelSchema>;

export const voiceListSchema = z.object({ voices: z.array(voiceSchema) }).meta({ id: "VoiceList" });
export const modelListSchema = z.object({ models: z.array(modelSchema) }).meta({ id: "ModelList" });
