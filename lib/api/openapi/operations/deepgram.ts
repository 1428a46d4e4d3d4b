import "server-only";
import { z } from "zod";
import { deepgramSpeechPath } from "@/lib/api/live/paths";
import { flag } from "@/lib/api/live/schema";
import { sampleRates } from "@/lib/engines/audio/formats";
import { sttRequestSchema } from "@/lib/speech/schema";
import { formattingFields, keytermFields, redactionFields, speakerFields } from "@/lib/speech/transcripts/schema";
import { at, jobHeaders } from "./shared";

const job = { method: "post", internal: true, runs: true, isCharged: true, isIdempotent: true } as const;

/** Read with the request's other options of retention. */
const mip_opt_out = flag.optional();

/** Where the result is sent, in place of the response. */
const callback = { callback: z.string().optional(), callback_method: z.enum(["POST", "PUT"]).default("POST") };

const accepted = z.object({ request_id: z.string() });

/** Parameters that come several times. Node joins them by commas in our parser. */
export const deepgramFileSchema = z.looseObject({
  model: z.string().optional(),
  language: sttRequestSchema.shape.languageCode,
  multichannel: flag.default(false),
  utterances: flag.default(false),
  paragraphs: flag.default(false),
  ...callback,
  /** Becomes metadata of the job. */
  tag: z.string().max(128).optional(),
  mip_opt_out,
  ...formattingFields.pick({ smart_format: true, numerals: true, punctuate: true }).shape,
  ...keytermFields.pick({ keyterm: true, keywords: true }).shape,
  ...redactionFields.pick({ redact: true }).shape,
  ...speakerFields.pick({ diarize: true, diarize_model: true }).shape,
});

/** What is sent in place of a file. */
export const namedFileSchema = z.object({ url: z.string().max(2048) });

export const deepgramEncodings = ["linear16", "mulaw", "alaw", "mp3", "opus", "flac", "aac"] as const;

export const deepgramSpeechSchema = z.looseObject({
  model: z.string().default("aura-2"),
  encoding: z.enum(deepgramEncodings).default("mp3"),
  sample_rate: z.coerce
    .number()
    .pipe(z.literal([...sampleRates]))
    .optional(),
  container: z.enum(["wav", "ogg", "none"]).optional(),
  mip_opt_out,
  ...callback,
});

/** A connection by which texts come; its audio has no container. */
export const deepgramInputSchema = z.looseObject({
  model: deepgramSpeechSchema.shape.model,
  encoding: z.enum(["linear16", "mulaw", "alaw"]).default("linear16"),
  sample_rate: deepgramSpeechSchema.shape.sample_rate,
  container: z.literal("none").optional(),
  mip_opt_out,
});

/** What programs send that were written for Deepgram's API of files and speech; its guide describes them, and not the reference. */
export const deepgram = {
  createDeepgramTranscription: at(["/v1/listen"], {
    ...job,
    scope: "stt:execute",
    query: deepgramFileSchema,
    bytes: "application/octet-stream",
    response: z.union([
      z.looseObject({ metadata: z.looseObject({ request_id: z.string() }), results: z.looseObject({}) }),
      accepted,
    ]),
    responseHeaders: [...jobHeaders, "X-Result-Code", "X-Formatting", "X-Keyterms", "X-Ignored"],
  }),
  createDeepgramSpeech: at([deepgramSpeechPath], {
    ...job,
    scope: "tts:execute",
    query: deepgramSpeechSchema,
    body: z.object({ text: z.string() }),
    response: ["audio/mpeg"],
    alternateTypes: ["application/json"],
    responseHeaders: [...jobHeaders, "X-AI-Generated", "X-Ignored", "X-Text-Warnings"],
  }),
  speakAsDeepgram: at([deepgramSpeechPath], {
    method: "get",
    internal: true,
    scope: "tts:execute",
    runs: true,
    query: deepgramInputSchema,
    response: ["application/json"],
  }),
};
