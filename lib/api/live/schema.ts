import "server-only";
import { z } from "zod";
import { sentEncodings } from "@/lib/engines/audio/samples-as-sent";
import { metadataSchema } from "@/lib/speech/metadata";
import { sttRequestSchema } from "@/lib/speech/schema";
import { formattingFields, keytermFields } from "@/lib/speech/transcripts/schema";

const whole = (min: number, max: number) =>
  z.coerce.number("api.fieldInteger").int("api.fieldInteger").min(min).max(max);

export const flag = z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] });

/** How long the pause is that ends an utterance, in milliseconds. */
export const pauses = { min: 100, max: 3000, usual: 300 };

export const soundRate = whole(8000, 48_000);

export const pauseLength = z
  .number("api.fieldInteger")
  .transform((ms) => Math.min(pauses.max, Math.max(pauses.min, ms)));

/** A number that is spoken with pauses comes in several finals, none of which could be redacted. */
const noRedaction = z.never("live.cannotRedact").optional();

/** Read with the request's other options of retention: browsers send no header with a WebSocket. */
const retention = z.string().optional();

/** The settings of our own wire. */
export const liveQuerySchema = z.object({
  ...sttRequestSchema.pick({ modelId: true, languageCode: true, config: true }).shape,
  encoding: z.enum(sentEncodings).default("pcm_s16le"),
  sampleRate: soundRate.default(16_000),
  channels: whole(1, 2).default(1),
  interim: flag.default(true),
  silenceMs: whole(pauses.min, pauses.max).default(pauses.usual),
  ...formattingFields.pick({ formatting: true }).shape,
  ...keytermFields.pick({ keyterms: true }).shape,
  redact: noRedaction,
  retention,
});

/** Deepgram's names for the encodings that we know. */
export const deepgramEncodings = { linear16: "pcm_s16le", mulaw: "mulaw", alaw: "alaw", opus: "opus" } as const;

/** `endpointing` is a number of milliseconds, or false, for which the longest pause stands. */
const endpointing = z
  .string()
  .transform((text) => (text === "false" ? pauses.max : text === "true" ? pauses.usual : Number(text)))
  .pipe(z.number("api.fieldInteger").int("api.fieldInteger").min(0).max(60_000))
  .transform((ms) => Math.min(pauses.max, Math.max(pauses.min, ms)));

/** The settings that Deepgram's clients send, as far as they have an effect here. Others are ignored. */
export const deepgramQuerySchema = z.object({
  model: z.string().optional(),
  language: sttRequestSchema.shape.languageCode,
  /** Without it the sound comes in WebM or Ogg. */
  encoding: z.enum(Object.keys(deepgramEncodings) as [keyof typeof deepgramEncodings]).optional(),
  sample_rate: soundRate.optional(),
  channels: whole(1, 2).default(1),
  multichannel: flag.default(false),
  interim_results: flag.default(false),
  endpointing: endpointing.default(pauses.usual),
  utterance_end_ms: whole(0, 60_000).optional(),
  vad_events: flag.default(false),
  ...formattingFields.pick({ smart_format: true, numerals: true, punctuate: true }).shape,
  ...keytermFields.pick({ keyterm: true, keywords: true }).shape,
  redact: noRedaction,
  mip_opt_out: flag.optional(),
});

/** `intent` is what OpenAI's clients say to transcribe only; some name a model of conversation all the same. */
export const realtimeQuerySchema = z.object({
  model: z.string().optional(),
  intent: z.literal("transcription").optional(),
  retention,
});

/** jambonz sends the rest in its first message; its operator writes these into the URL. */
export const jambonzQuerySchema = liveQuerySchema.pick({
  modelId: true,
  config: true,
  silenceMs: true,
  formatting: true,
  keyterms: true,
  redact: true,
  retention: true,
});

/** What a token for a browser allows. */
export const liveTokenRequestSchema = z
  .object({
    ttlSeconds: z.int().min(10).max(600).default(60).meta({ description: "docs.described.tokenTtl", example: 60 }),
    maxSessionSeconds: z
      .int()
      .min(10)
      .max(3600)
      .default(3600)
      .meta({ description: "docs.described.tokenSession", example: 600 }),
    metadata: metadataSchema
      .nullish()
      .meta({ description: "docs.described.tokenMetadata", example: { orderId: "1024" } }),
  })
  .meta({ id: "LiveTokenRequest" });

export const liveTokenSchema = z
  .object({
    token: z.string().meta({ description: "docs.described.liveToken" }),
    expiresAt: z.iso.datetime().meta({ description: "docs.described.liveTokenExpires" }),
  })
  .meta({ id: "LiveToken" });
