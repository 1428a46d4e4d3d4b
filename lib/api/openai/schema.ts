import { z } from "zod";
import { readLanguage } from "@/lib/api/openai/languages";
import { ffmpegFormats, type openAiContentTypes } from "@/lib/engines/audio/formats";
import { hasFfmpegEncoders } from "@/lib/engines/ffmpeg-encoders";
import { metadataSchema } from "@/lib/speech/metadata";
import { wordSchema } from "@/lib/speech/schema";
import { formattingFields, keytermFields, redactionFields, speakerFields } from "@/lib/speech/transcripts/schema";

const described = (id: string, example?: unknown) => ({
  description: `docs.described.openAi${id}`,
  ...(example !== undefined && { example }),
});

const encoded = ["mp3", "opus", "wav", "pcm"] as const;

/** What OpenAI's clients send to `/v1/audio/speech`. */
export const openAiSpeechSchema = z
  .object({
    input: z.string().meta(described("Input", "Xin chào Việt Nam")),
    model: z.string().meta(described("Model", "tts-1")),
    voice: z
      .union([z.string(), z.object({ id: z.string().meta(described("Voice")) })], "api.fieldVoice")
      .meta(described("Voice", "alloy")),
    response_format: z
      // The formats that this installation encodes, asked for at the first request, since that starts FFmpeg.
      .lazy(() => {
        const formats: (keyof typeof openAiContentTypes)[] = [
          ...encoded,
          ...(hasFfmpegEncoders() ? ffmpegFormats : []),
        ];
        return z.enum(formats).nullable();
      })
      .optional()
      .transform((format) => format ?? "mp3")
      .meta({ ...described("ResponseFormat"), default: "mp3" }),
    speed: z.number().min(0.25).max(4).nullish().meta(described("Speed", 1)),
    instructions: z.string().nullish().meta(described("Instructions")),
    /** The same as Dify sends it, without text as null. */
    instruction: z.string().nullish().meta(described("Instructions")),
    stream_format: z
      .enum(["audio", "sse"])
      .nullish()
      .transform((format) => format ?? "audio")
      .meta({ ...described("StreamFormat"), default: "audio" }),
    metadata: metadataSchema
      .nullish()
      .meta({ description: "docs.described.metadataField", example: { orderId: "1024" } }),
  })
  .meta({ id: "OpenAiSpeechRequest" });

export const transcriptionFormats = ["json", "text", "srt", "vtt", "verbose_json", "diarized_json"] as const;

/** The form fields besides the file that have an effect; others are accepted and listed in `X-Ignored`. */
export const openAiTranscriptionSchema = z
  .object({
    model: z.string().optional().meta(described("Model", "whisper-1")),
    language: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,35}$/, "api.fieldLanguage")
      .transform(readLanguage)
      .optional()
      .meta(described("Language", "vi")),
    response_format: z.enum(transcriptionFormats).default("json").meta(described("TranscriptFormat")),
    "timestamp_granularities[]": z
      // A field that is sent several times arrives as lines; some clients send one field with commas, or a JSON list.
      .preprocess(
        (value) => {
          if (typeof value !== "string") return value;
          return value.split(/[\n,]/).map((item) => item.replace(/^[\s["]+|[\s\]"]+$/g, ""));
        },
        z.array(z.enum(["segment", "word"])),
      )
      .optional()
      .meta(described("Granularities", ["word"])),
    stream: z.enum(["true", "false", "True", "False"]).optional().meta(described("Stream")),
    ...formattingFields.shape,
    ...keytermFields.shape,
    ...redactionFields.shape,
    ...speakerFields.shape,
    metadata: z
      .string()
      .optional()
      .meta({ description: "docs.described.metadataField", example: '{"orderId":"1024"}' }),
  })
  .meta({ id: "OpenAiTranscriptionRequest" });

const usageSchema = z.object({
  type: z.literal("duration").meta(described("Object")),
  seconds: z.int().meta(described("UsageSeconds")),
});

const segmentSchema = z.object({
  id: z.int().meta(described("SegmentId")),
  start: z.number().meta(described("Start")),
  end: z.number().meta(described("End")),
  text: z.string().meta(described("SegmentText")),
  seek: z.int().meta(described("Seek")),
  tokens: z.array(z.int()).meta(described("Tokens")),
  temperature: z.number().meta(described("Temperature")),
  avg_logprob: z.number().meta(described("AvgLogprob")),
  compression_ratio: z.number().meta(described("CompressionRatio")),
  no_speech_prob: z.number().meta(described("NoSpeechProb")),
});

export const openAiTranscriptSchema = z
  .object({
    text: z.string().meta(described("Text")),
    task: z.literal("transcribe").optional().meta(described("Task")),
    language: z.string().optional().meta(described("LanguageUsed")),
    duration: z.number().optional().meta(described("Duration")),
    segments: z.array(segmentSchema).optional().meta(described("Segments")),
    words: z.array(wordSchema).optional().meta(described("Words")),
    usage: usageSchema.meta(described("Usage")),
  })
  .meta({ id: "OpenAiTranscript" });

const diarizedSegmentSchema = z.object({
  type: z.literal("transcript.text.segment").meta(described("Object")),
  id: z.string().meta(described("DiarizedSegmentId", "seg_001")),
  start: z.number().meta(described("Start")),
  end: z.number().meta(described("End")),
  text: z.string().meta(described("SegmentText")),
  speaker: z.string().meta({ description: "docs.described.speakerOf", example: "A" }),
});

/** The response to `response_format=diarized_json`. */
export const openAiDiarizedSchema = z
  .object({
    task: z.literal("transcribe").meta(described("Task")),
    duration: z.number().meta(described("Duration")),
    text: z.string().meta(described("Text")),
    segments: z.array(diarizedSegmentSchema).meta(described("Segments")),
    usage: usageSchema.meta(described("Usage")),
  })
  .meta({ id: "OpenAiDiarizedTranscript" });

export const openAiModelSchema = z
  .object({
    id: z.string().meta(described("ModelId", "vang-espeak")),
    object: z.literal("model").meta(described("Object")),
    created: z.int().meta(described("Created")),
    owned_by: z.string().meta(described("OwnedBy")),
  })
  .meta({ id: "OpenAiModel" });

export const openAiModelListSchema = z
  .object({
    object: z.literal("list").meta(described("Object")),
    data: z.array(openAiModelSchema).meta(described("Listed")),
  })
  .meta({ id: "OpenAiModelList" });

const voiceNameSchema = z.object({
  id: z.string().meta({ description: "docs.described.voiceOwnId" }),
  name: z.string().meta(described("Name")),
});

/** For programs that let people choose a voice: Open WebUI reads both lists. */
export const openAiVoiceNamesSchema = z
  .object({ voices: z.array(voiceNameSchema).meta({ description: "docs.described.voices" }) })
  .meta({ id: "OpenAiVoiceNames" });

export const openAiModelNamesSchema = z
  .object({ models: z.array(z.object({ id: z.string().meta(described("ModelId")) })).meta(described("Listed")) })
  .meta({ id: "OpenAiModelNames" });

/** The error object of OpenAI's API, beside the fields of a problem document. */
export const openAiErrorSchema = z.object({
  error: z
    .object({
      message: z.string().meta({ description: "docs.described.message" }),
      type: z.string().meta(described("ErrorType")),
      param: z.string().nullable().meta({ description: "docs.described.param" }),
      code: z.string().meta({ description: "docs.described.code" }),
    })
    .meta(described("Error")),
});
