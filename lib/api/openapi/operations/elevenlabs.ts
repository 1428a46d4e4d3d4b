import "server-only";
import { z } from "zod";
import { elevenLabsInputs } from "@/lib/api/live/paths";
import { flag } from "@/lib/api/live/schema";
import type { SpeechEncoding } from "@/lib/engines/audio/formats";
import { locatorSchema, mostLocators } from "@/lib/speech/pronunciations/dictionary-rules";
import { nullAsAbsent } from "@/lib/speech/schema";
import { keytermFields, speakerFields } from "@/lib/speech/transcripts/schema";
import { at, jobHeaders } from "./shared";

const encodings = {
  mp3: ["mp3"],
  opus: ["opus"],
  pcm: ["pcm", 8000, 16_000, 22_050, 24_000, 44_100, 48_000],
  wav: ["wav", 8000, 16_000, 22_050, 24_000, 44_100, 48_000],
  ulaw: ["mulaw", 8000],
  alaw: ["alaw", 8000],
} as const;

/** `mp3_44100_128`, `pcm_16000`: rate and bit rate of compressed formats are ours. */
const outputFormat = z.string().transform((text, context) => {
  const [, name = "", rate] = /^([a-z0-9]+?)_(\d+)(?:_\d+)?$/.exec(text) ?? [];
  const [format, ...rates] = Object.hasOwn(encodings, name) ? encodings[name as keyof typeof encodings] : [];
  const sampleRate = (rates as readonly number[] | undefined)?.find((one) => one === Number(rate));
  if (format && (rates?.length === 0 || sampleRate !== undefined))
    return { format, ...(sampleRate !== undefined && { sampleRate }) } as SpeechEncoding;
  context.addIssue({ code: "custom", message: "api.fieldOutputFormat" });
  return z.NEVER;
});

const languageCode = z.string().regex(/^[A-Za-z0-9_-]{1,35}$/, "api.fieldLanguage");
const locators = nullAsAbsent(z.array(locatorSchema).max(mostLocators, "pronunciations.manyLocators"));
const voiceSettings = nullAsAbsent(z.looseObject({ speed: nullAsAbsent(z.number().min(0.25).max(4)) }));

/** Of what their clients send, what has an effect. Other fields are ignored, and named in `X-Ignored`. */
const speechSchema = z.object({
  text: z.string(),
  model_id: nullAsAbsent(z.string()),
  language_code: nullAsAbsent(languageCode),
  voice_settings: voiceSettings,
  pronunciation_dictionary_locators: locators,
});

export type ElevenLabsSpeech = z.infer<typeof speechSchema>;

export const elevenLabsTranscriptionSchema = z.object({
  model_id: z.string().optional(),
  language_code: languageCode.optional(),
  timestamps_granularity: z.enum(["none", "word", "character"]).optional(),
  ...keytermFields.pick({ keyterms: true }).shape,
  ...speakerFields.pick({ diarize: true }).shape,
});

/** A connection by which texts come. `auto_mode` is how it always works. */
export const elevenLabsInputSchema = z.looseObject({
  model_id: z.string().optional(),
  language_code: languageCode.optional(),
  output_format: outputFormat.default({ format: "mp3" }),
  inactivity_timeout: z.coerce.number("api.fieldInteger").int("api.fieldInteger").min(1).max(180).default(20),
  /** Read with the request's other options of retention. */
  enable_logging: flag.optional(),
  sync_alignment: flag.optional(),
  auto_mode: flag.optional(),
});

/** What comes by such a connection. Other fields are ignored, and named in the last message of a context. */
export const elevenLabsMessageSchema = z.looseObject({
  text: nullAsAbsent(z.string()),
  context_id: nullAsAbsent(z.string().min(1).max(200)),
  flush: nullAsAbsent(z.boolean()),
  try_trigger_generation: nullAsAbsent(z.boolean()),
  close_context: nullAsAbsent(z.boolean()),
  close_socket: nullAsAbsent(z.boolean()),
  voice_settings: voiceSettings,
  /** In the first message of a context. */
  pronunciation_dictionary_locators: locators,
  xi_api_key: z.unknown().optional(),
});

const speech = {
  method: "post",
  internal: true,
  scope: "tts:execute",
  params: z.object({ voiceId: z.string() }),
  query: z.looseObject({ output_format: outputFormat.default({ format: "mp3" }) }),
  body: speechSchema,
  runs: true,
  isCharged: true,
  isIdempotent: true,
  responseHeaders: [...jobHeaders, "X-AI-Generated", "X-Ignored", "X-Text-Warnings"],
} as const;

const alignmentSchema = z
  .object({
    characters: z.array(z.string()),
    character_start_times_seconds: z.array(z.number()),
    character_end_times_seconds: z.array(z.number()),
  })
  .nullable();

/** What programs send that were written for ElevenLabs; its guide describes them, and not the reference. */
export const elevenLabs = {
  createElevenLabsSpeech: at(["/v1/text-to-speech/{voiceId}", "/v1/text-to-speech/{voiceId}/stream"], {
    ...speech,
    response: ["audio/mpeg"],
  }),
  createElevenLabsTimedSpeech: at(["/v1/text-to-speech/{voiceId}/with-timestamps"], {
    ...speech,
    response: z.object({
      audio_base64: z.string(),
      alignment: alignmentSchema,
      normalized_alignment: alignmentSchema,
    }),
  }),
  createElevenLabsTimedStream: at(["/v1/text-to-speech/{voiceId}/stream/with-timestamps"], {
    ...speech,
    response: ["application/x-ndjson"],
  }),
  speakAsElevenLabs: at(elevenLabsInputs, {
    method: "get",
    internal: true,
    scope: "tts:execute",
    params: z.object({ voiceId: z.string() }),
    query: elevenLabsInputSchema,
    runs: true,
    response: ["application/json"],
  }),
  listElevenLabsVoices: at(["/v1/voices"], {
    method: "get",
    internal: true,
    scope: "authenticated",
    response: z.object({ voices: z.array(z.looseObject({ voice_id: z.string() })) }),
  }),
  getElevenLabsVoice: at(["/v1/voices/{voiceId}"], {
    method: "get",
    internal: true,
    scope: "authenticated",
    params: z.object({ voiceId: z.string() }),
    response: z.looseObject({ voice_id: z.string() }),
  }),
  createElevenLabsTranscription: at(["/v1/speech-to-text"], {
    method: "post",
    internal: true,
    scope: "stt:execute",
    form: elevenLabsTranscriptionSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    response: z.looseObject({ text: z.string() }),
    responseHeaders: [...jobHeaders, "X-Result-Code", "X-Formatting", "X-Keyterms", "X-Ignored"],
  }),
};
