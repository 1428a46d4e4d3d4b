import type { RedactionKind } from "vietnamese-text/redaction-kinds";
import { z } from "zod";
import {
  type AudioFormat,
  audioFormats,
  type SpeechEncoding,
  sampleRates,
  telephoneFormats,
} from "@/lib/engines/audio/formats";
import { priceSchema } from "@/lib/money/prices/schema";
import type { DictionaryLocator } from "@/lib/speech/pronunciations/dictionary-rules";
import { readingChoices, readingSchema, textTypes } from "@/lib/speech/pronunciations/schema";
import { startedSeconds } from "./choices";
import { metadataSchema } from "./metadata";
import type { Formatting } from "./transcripts/choices";
import {
  type AudioCover,
  type Diarize,
  formattingFields,
  keytermFields,
  redactionFields,
  speakerFields,
} from "./transcripts/schema";

export { type AudioFormat, audioFormats, startedSeconds };

/** Unicode code points of the NFC text. */
export const maxCharacters = 5000;

/** PHP encodes an empty object as an empty list. */
const tidyConfig = (value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value);

const configObject = z.preprocess(tidyConfig, z.record(z.string(), z.unknown()));

/** The model's options, and one that applies to every model. */
const ttsConfigObject = z.preprocess(
  tidyConfig,
  z.looseObject({
    textStyle: z.enum(readingChoices.textStyle).optional().meta({ description: "docs.described.textStyle" }),
  }),
);

/** A field that many clients send as null where they mean the default. */
export const nullAsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

const ttsFormats = [...audioFormats, ...telephoneFormats] as const;

const defaultFormat = "mp3";

/** Whether `/tts` makes the format: `/v1` has two more. */
export const isTtsFormat = (format: string): boolean => (ttsFormats as readonly string[]).includes(format);

/** How the times of what is spoken are wanted. */
export const timestampKinds = ["word", "character"] as const;

export type TimestampKind = (typeof timestampKinds)[number];

export const timestampsField = nullAsAbsent(z.enum(timestampKinds)).meta({
  description: "docs.described.timestamps",
  example: "word",
});

export const ttsRequestSchema = z
  .object({
    text: z.string().meta({ description: "docs.described.text", example: "Xin chào Việt Nam" }),
    textType: nullAsAbsent(z.enum(textTypes)).meta({ description: "docs.described.textType", default: "text" }),
    voiceId: z.string().meta({ description: "docs.described.voiceId", example: "north-linh" }),
    modelId: z.string().meta({ description: "docs.described.modelId", example: "vang-espeak" }),
    languageCode: z
      .string()
      // The characters of BCP 47, and the underscore that many systems use; stored and returned as sent.
      .regex(/^[A-Za-z0-9_-]{1,35}$/, "api.fieldLanguage")
      .nullish()
      .meta({ description: "docs.described.languageUnused", example: "vi" }),
    config: ttsConfigObject.nullish().meta({ description: "docs.described.config", example: { speed: 1.1 } }),
    audioFormat: z
      .enum(ttsFormats)
      .nullish()
      .transform((format) => format ?? defaultFormat)
      .meta({ description: "docs.described.audioFormat", default: defaultFormat }),
    sampleRate: nullAsAbsent(z.literal([...sampleRates])).meta({
      description: "docs.described.sampleRate",
      type: "integer",
      enum: [...sampleRates],
      example: 8000,
    }),
    container: nullAsAbsent(z.enum(["raw", "wav"])).meta({ description: "docs.described.container" }),
    reading: readingSchema.nullish().meta({ description: "docs.described.reading", example: { thousand: "ngàn" } }),
    timestamps: timestampsField,
    metadata: metadataSchema
      .nullish()
      .meta({ description: "docs.described.metadataField", example: { orderId: "1024" } }),
  })
  .meta({ id: "TtsRequest" });

export type TtsRequest = z.infer<typeof ttsRequestSchema>;

/** A request to speak in any format that there is: `/v1` has two more than `/tts`. */
export type SpeechRequest = Omit<TtsRequest, "audioFormat"> & {
  audioFormat: SpeechEncoding["format"];
  /** Of ElevenLabs' clients. */
  dictionaries?: readonly DictionaryLocator[];
};

const seconds = z.number();

/** When a text is spoken as it is written: by its words, or by its characters. */
const spokenTimesSchema = z
  .object({
    source: z.enum(["engine", "sentence"]).meta({ description: "docs.described.timesSource" }),
    words: z
      .array(
        z.object({
          word: z.string().meta({ description: "docs.described.timedWord" }),
          start: seconds.meta({ description: "docs.described.timeStart" }),
          end: seconds.meta({ description: "docs.described.timeEnd" }),
        }),
      )
      .optional()
      .meta({ description: "docs.described.timedWords" }),
    characters: z.array(z.string()).optional().meta({ description: "docs.described.timedCharacters" }),
    starts: z.array(seconds).optional().meta({ description: "docs.described.timedStarts" }),
    ends: z.array(seconds).optional().meta({ description: "docs.described.timedEnds" }),
  })
  .meta({ id: "SpeechAlignment" });

export type SpokenTimes = z.infer<typeof spokenTimesSchema>;

export const ttsResponseSchema = z
  .object({
    trackingId: z.string().meta({ description: "docs.described.trackingId" }),
    audioUrl: z.url().meta({ description: "docs.described.audioUrl" }),
    audioDuration: z.number().meta({ format: "double", description: "docs.described.seconds" }),
    fileSizeBytes: z.int().meta({ format: "int64", description: "docs.described.fileSize" }),
    processingTimeMs: z.int().meta({ format: "int64", description: "docs.described.timeToAudio" }),
    languageCode: z.string().nullable().meta({ description: "docs.described.languageSent" }),
    alignment: spokenTimesSchema.nullable().optional().meta({ description: "docs.described.speechAlignment" }),
  })
  .meta({ id: "TtsResponse" });

export type TtsResponse = z.infer<typeof ttsResponseSchema>;

export const readingRequestSchema = ttsRequestSchema
  .pick({ text: true, textType: true, voiceId: true, modelId: true, reading: true, config: true })
  .meta({ id: "ReadingRequest" });

export type ReadingRequest = z.infer<typeof readingRequestSchema>;

/** How a request wants its text read: its `reading`, and the style that its `config` names. */
export function readingOf({ reading, config }: Pick<TtsRequest, "reading" | "config">): TtsRequest["reading"] {
  return config?.textStyle && reading !== "off" ? { textStyle: config.textStyle, ...reading } : reading;
}

/** What a text may have been pasted from: another encoding, or with letters of another script. */
export const textWarnings = ["legacy-encoding", "look-alikes"] as const;

export const readingPreviewSchema = z
  .object({
    text: z.string().meta({ description: "docs.described.normalizedText" }),
    spoken: z.string().meta({ description: "docs.described.spoken" }),
    characters: z.int().meta({ description: "docs.described.characters" }),
    price: priceSchema.meta({ description: "docs.described.previewPrice" }),
    chargeVnd: z.number().meta({ description: "docs.described.previewCharge", example: 5.1 }),
    changes: z
      .array(
        z.object({
          written: z.string().meta({ description: "docs.described.changeWritten" }),
          spoken: z.string().meta({ description: "docs.described.changeSpoken" }),
          rule: z.string().meta({ description: "docs.described.changeRule", example: "date" }),
          at: z.int().meta({ description: "docs.described.changeAt" }),
          pauseSeconds: z.number().optional().meta({ description: "docs.described.pauseSeconds", example: 1.5 }),
        }),
      )
      .meta({ description: "docs.described.changes" }),
    ambiguous: z
      .array(
        z.object({
          written: z.string().meta({ description: "docs.described.changeWritten" }),
          at: z.int().meta({ description: "docs.described.changeAt" }),
          spoken: z.string().nullable().meta({ description: "docs.described.ambiguousSpoken" }),
          senses: z
            .array(
              z.object({
                spoken: z.string().meta({ description: "docs.described.sense" }),
                score: z.number().meta({ description: "docs.described.senseScore", example: 5 }),
                evidence: z.array(z.string()).meta({ description: "docs.described.senseEvidence" }),
              }),
            )
            .meta({ description: "docs.described.senses" }),
        }),
      )
      .meta({ description: "docs.described.ambiguous" }),
    cleaned: z
      .array(
        z.object({
          kind: z.string().meta({ description: "docs.described.cleanedKind", example: "htmlTags" }),
          count: z.int().meta({ description: "docs.described.cleanedCount", example: 3 }),
        }),
      )
      .meta({ description: "docs.described.cleaned" }),
    unread: z.array(z.string()).meta({ description: "docs.described.unread" }),
    warnings: z.array(z.enum(textWarnings)).meta({ description: "docs.described.textWarnings" }),
    ignored: z.array(z.string()).meta({ description: "docs.described.ssmlIgnored" }),
  })
  .meta({ id: "ReadingPreview" });

export type ReadingPreview = z.infer<typeof readingPreviewSchema>;

export const responseFormats = ["json", "verbose_json", "srt", "vtt", "text"] as const;

export type ResponseFormat = (typeof responseFormats)[number];

export const maxUploadBytes = 25 * 1024 * 1024;

export const maxAudioSeconds = 30 * 60;

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
    channels: z.enum(["mixed", "separate"]).optional().meta({ description: "docs.described.channels" }),
    metadata: z
      .string()
      .optional()
      .meta({ description: "docs.described.metadataField", example: '{"orderId":"1024"}' }),
    responseFormat: z.enum(responseFormats).default("json").meta({ description: "docs.described.responseFormat" }),
    ...formattingFields.shape,
    ...keytermFields.shape,
    ...redactionFields.shape,
    ...speakerFields.shape,
  })
  .meta({ id: "SttRequest" });

export type SttForm = z.infer<typeof sttRequestSchema>;

/** What is transcribed and how. Without `formatting` as the business's settings say. */
export type SttRequest = Pick<SttForm, "modelId" | "languageCode" | "config" | "channels" | "responseFormat"> & {
  formatting?: readonly Formatting[];
  /** Besides the saved ones. */
  keyterms?: readonly string[];
  redact?: readonly RedactionKind[];
  redactAudio?: AudioCover;
  diarize?: Diarize;
};

const segmentSchema = z
  .object({
    start: z.number().meta({ description: "docs.described.timeStart" }),
    end: z.number().meta({ description: "docs.described.timeEnd" }),
    text: z.string().meta({ description: "docs.described.segmentText" }),
    channel: z.int().optional().meta({ description: "docs.described.channelOf" }),
    speaker: z.string().optional().meta({ description: "docs.described.speakerOf", example: "A" }),
  })
  .meta({ id: "TranscriptSegment" });

export const wordSchema = z
  .object({
    word: z.string().meta({ description: "docs.described.word" }),
    punctuated_word: z.string().optional().meta({ description: "docs.described.punctuatedWord", example: "300.000" }),
    start: z.number().meta({ description: "docs.described.timeStart" }),
    end: z.number().meta({ description: "docs.described.timeEnd" }),
    channel: z.int().optional().meta({ description: "docs.described.channelOf" }),
    speaker: z.string().optional().meta({ description: "docs.described.speakerOf", example: "A" }),
  })
  .meta({ id: "TranscriptWord" });

const channelSchema = z
  .object({
    channel: z.int().meta({ description: "docs.described.channelNumber" }),
    transcript: z.string().meta({ description: "docs.described.channelTranscript" }),
  })
  .meta({ id: "TranscriptChannel" });

export const sttResponseSchema = z
  .object({
    trackingId: z.string().meta({ description: "docs.described.trackingId" }),
    transcript: z.string().meta({ description: "docs.described.transcript" }),
    audioDuration: z.int().meta({ description: "docs.described.wholeSeconds" }),
    fileSizeBytes: z.int().meta({ format: "int64", description: "docs.described.fileSize" }),
    processingTimeMs: z.int().meta({ format: "int64", description: "docs.described.timeToTranscript" }),
    inputAudioFileName: z.string().nullable().meta({ description: "docs.described.fileName" }),
    inputAudioUrl: z.url().nullable().meta({ description: "docs.described.inputAudioUrl" }),
    channels: z.array(channelSchema).optional().meta({ description: "docs.described.channelTranscripts" }),
    segments: z.array(segmentSchema).optional().meta({ description: "docs.described.segments" }),
    words: z.array(wordSchema).optional().meta({ description: "docs.described.words" }),
  })
  .meta({ id: "SttResponse" });

export type SttResponse = z.infer<typeof sttResponseSchema>;

/** Remarks on a successful call. */
export const resultCodes = ["NO_SPEECH_FOUND", "FORMATTING_FAILED", "JOB_CANCELED"] as const;

export type ResultCode = (typeof resultCodes)[number];

const configFieldSchema = z
  .object({
    type: z.enum(["number", "integer", "boolean", "enum"]).meta({ description: "docs.described.optionType" }),
    min: z.number().optional().meta({ description: "docs.described.optionMin" }),
    max: z.number().optional().meta({ description: "docs.described.optionMax" }),
    step: z.number().optional().meta({ description: "docs.described.optionStep" }),
    default: z.union([z.number(), z.boolean(), z.string()]).meta({ description: "docs.described.optionDefault" }),
    options: z.array(z.string()).optional().meta({ description: "docs.described.optionChoices" }),
    label: z
      .object({
        vi: z.string().meta({ description: "docs.described.labelVi" }),
        en: z.string().meta({ description: "docs.described.labelEn" }),
      })
      .meta({ description: "docs.described.optionLabel" }),
  })
  .meta({ id: "ConfigField" });

export const voiceSchema = z
  .object({
    voiceId: z.string().meta({ description: "docs.described.voiceOwnId" }),
    name: z.string().meta({ description: "docs.described.voiceName" }),
    gender: z.enum(["female", "male"]).meta({ description: "docs.described.voiceGender" }),
    region: z.enum(["north", "central", "south"]).meta({ description: "docs.described.voiceRegion" }),
    languageCode: z.string().meta({ description: "docs.described.voiceLanguage" }),
    styles: z.array(z.string()).meta({ description: "docs.described.voiceStyles" }),
    previewUrl: z.url().meta({ description: "docs.described.previewUrl" }),
    modelIds: z.array(z.string()).meta({ description: "docs.described.voiceModels" }),
    experimental: z.boolean().meta({ description: "docs.described.experimental" }),
  })
  .meta({ id: "Voice" });

export type VoiceRecord = z.infer<typeof voiceSchema>;

export const modelSchema = z
  .object({
    modelId: z.string().meta({ description: "docs.described.modelOwnId" }),
    name: z.string().meta({ description: "docs.described.modelName" }),
    kind: z.enum(["tts", "stt"]).meta({ description: "docs.described.modelKind" }),
    languageCodes: z.array(z.string()).meta({ description: "docs.described.modelLanguages" }),
    engine: z.string().optional().meta({ description: "docs.described.engine" }),
    diarizes: z.boolean().optional().meta({ description: "docs.described.diarizes", example: true }),
    diarizesBy: z
      .enum(["embedded_voices", "installed_model", "remote_engine"])
      .optional()
      .meta({ description: "docs.described.diarizesBy", example: "embedded_voices" }),
    config: z.record(z.string(), configFieldSchema).meta({ description: "docs.described.modelConfig" }),
    priceVnd: z.number().meta({ description: "docs.described.priceVnd" }),
    unit: z.enum(["1000_characters", "second"]).meta({ description: "docs.described.unit" }),
    priceId: priceSchema.shape.priceId,
    priceFrom: priceSchema.shape.from,
    nextPrice: priceSchema.nullable().meta({ description: "docs.described.nextPrice" }),
  })
  .meta({ id: "Model" });

export type ModelRecord = z.infer<typeof modelSchema>;

export const voiceListSchema = z
  .object({ voices: z.array(voiceSchema).meta({ description: "docs.described.voices" }) })
  .meta({ id: "VoiceList" });
export const modelListSchema = z
  .object({ models: z.array(modelSchema).meta({ description: "docs.described.models" }) })
  .meta({ id: "ModelList" });
