import "server-only";
import { z } from "zod";
import { at, jobHeaders } from "./shared";

/** A job of a program that was written for another vendor: its guide describes it, and not the reference. */
const job = {
  method: "post",
  internal: true,
  runs: true,
  isCharged: true,
  isIdempotent: true,
} as const;

const speech = {
  ...job,
  scope: "tts:execute",
  responseHeaders: [...jobHeaders, "X-AI-Generated", "X-Ignored", "X-Text-Warnings"],
} as const;

const echoed = z.union([z.string().max(20), z.number()]).nullish();

/** Further fields are ignored, and named in `X-Ignored`. */
const vbeeSpeechSchema = z.object({
  input_text: z.string(),
  voice_code: z.string().nullish(),
  audio_type: z.enum(["mp3", "wav"]).nullish(),
  speed_rate: z.coerce.number().min(0.1).max(1.9).nullish(),
  /** Our own; a callback says what was sent. */
  bitrate: echoed,
  sample_rate: echoed,
  /** The account, in whose place the key stands. */
  app_id: z.string().max(200).nullish(),
  callback_url: z.string().nullish(),
  /** `indirect` waits for a callback, but the speech is made when the response arrives. */
  response_type: z.string().nullish(),
});

export type VbeeSpeech = z.infer<typeof vbeeSpeechSchema>;

const vbeeResultSchema = z.object({
  status: z.literal(1),
  result: z.object({
    request_id: z.string(),
    status: z.literal("SUCCESS"),
    progress: z.literal(100),
    audio_link: z.url(),
  }),
});

export const vietnameseVendors = {
  createFptSpeech: at(["/hmi/tts/v5"], {
    ...speech,
    body: z.string(),
    takesText: true,
    response: z.object({ async: z.url(), error: z.literal(0), message: z.string(), request_id: z.string() }),
  }),
  createFptTranscription: at(["/hmi/asr/general"], {
    ...job,
    scope: "stt:execute",
    bytes: "application/octet-stream",
    response: z.object({
      status: z.literal([0, 1]),
      hypotheses: z.array(z.object({ utterance: z.string() })),
      id: z.string(),
    }),
    responseHeaders: [...jobHeaders, "X-Result-Code", "X-Formatting", "X-Keyterms"],
  }),
  createVbeeSpeech: at(["/api/v1/tts"], { ...speech, body: vbeeSpeechSchema, response: vbeeResultSchema }),
  getVbeeSpeech: at(["/api/v1/tts/{requestId}"], {
    method: "get",
    internal: true,
    scope: "tts:execute",
    params: z.object({ requestId: z.string() }),
    response: vbeeResultSchema,
  }),
};
