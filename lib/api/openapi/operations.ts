import "server-only";
import { z } from "zod";
import { contentTypes, inputTypes } from "@/lib/audio/formats";
import {
  pronunciationListSchema,
  pronunciationRecordSchema,
  pronunciationRequestSchema,
  removalSchema,
  removePronunciationSchema,
} from "@/lib/pronunciations/pronunciation-schema";
import { receiptSchema } from "@/lib/retention/schema";
import {
  modelListSchema,
  readingPreviewSchema,
  readingRequestSchema,
  sttRequestSchema,
  sttResponseSchema,
  ttsRequestSchema,
  ttsResponseSchema,
  voiceListSchema,
} from "@/lib/speech/schema";
import type { Declared } from "./endpoint";
import { ofCalls, ofLookups, ofTexts, ofUploads } from "./refuses";

const lookupSchema = z.object({ id: z.string().meta({ description: "docs.described.lookupId", example: "tts_…" }) });

const trackingIdSchema = z.object({
  trackingId: z.string().meta({ description: "docs.described.trackingIdGiven", example: "tts_…" }),
});

// Without one of them it is no link of ours: refused as that, and not as a field that is missing.
const linkSchema = z.object({ object: z.string(), expires: z.string(), signature: z.string() }).partial();

const formatSchema = sttRequestSchema.pick({ responseFormat: true });

/** What a transcript is given as, beside JSON. */
export const textTypes = { srt: "application/x-subrip", vtt: "text/vtt", text: "text/plain" } as const;

/** One operation under each of its paths. */
const at = <const Operation extends Omit<Declared, "path">>(paths: readonly string[], operation: Operation) =>
  paths.map((path) => ({ ...operation, path }));

const recorded = {
  method: "get",
  response: Object.values(contentTypes),
  tells: ["X-AI-Generated"],
  inRanges: true,
} as const;

const heard = {
  method: "get",
  scope: "stt:execute",
  response: sttResponseSchema,
  alsoAs: Object.values(textTypes),
  tells: ["X-Engine", "X-Result-Code"],
  refuses: ["INVALID_REQUEST", ...ofLookups],
} as const;

const links = ["AUDIO_LINK_INVALID", "AUDIO_LINK_EXPIRED", "NOT_FOUND"] as const;

const erasing = (service: "tts" | "stt") =>
  ({
    method: "delete",
    scope: `${service}:execute`,
    response: receiptSchema,
  }) as const;

const erased = ["RESULT_NOT_FOUND", "WRONG_REGION"] as const;

const healthSchema = z
  .object({
    status: z.literal("ok"),
    oldestUnprocessedAgeSeconds: z.number().meta({ description: "docs.described.oldestUnprocessed" }),
  })
  .meta({ id: "Health" });

/** Every public operation, by what its handler does. The routes, `/openapi.json` and the documentation are made of it. */
export const operations = {
  speak: at(["/tts", "/ai/tts"], {
    method: "post",
    scope: "tts:execute",
    body: ttsRequestSchema,
    runs: true,
    isIdempotent: true,
    response: ttsResponseSchema,
    tells: ["X-Tracking-Id", "X-Charge-Vnd", "Idempotent-Replayed", "X-Engine", "X-AI-Generated"],
    refuses: [...ofTexts, ...ofCalls],
  }),
  findSpoken: at(["/tts/jobs"], {
    method: "get",
    scope: "tts:execute",
    query: lookupSchema,
    response: ttsResponseSchema,
    tells: ["X-Engine", "X-AI-Generated"],
    refuses: ["INVALID_REQUEST", ...ofLookups],
  }),
  previewReading: at(["/tts/preview", "/ai/tts/preview"], {
    method: "post",
    scope: "tts:execute",
    body: readingRequestSchema,
    runs: true,
    response: readingPreviewSchema,
    refuses: ofTexts,
  }),
  downloadSpoken: at(["/tts/audio"], {
    ...recorded,
    scope: "nobody",
    query: linkSchema,
    refuses: links,
  }),
  downloadRecorded: at(["/ai/tts/{trackingId}"], {
    ...recorded,
    scope: "tts:execute",
    params: trackingIdSchema,
    refuses: [...ofLookups, "NOT_FOUND"],
  }),
  listPronunciations: at(["/pronunciations"], {
    method: "get",
    scope: "tts:execute",
    response: pronunciationListSchema,
  }),
  savePronunciation: at(["/pronunciations"], {
    method: "put",
    scope: "tts:execute",
    body: pronunciationRequestSchema,
    response: pronunciationRecordSchema,
    refuses: ["PRONUNCIATIONS_FULL"],
  }),
  removePronunciation: at(["/pronunciations"], {
    method: "delete",
    scope: "tts:execute",
    query: removePronunciationSchema,
    response: removalSchema,
  }),
  transcribe: at(["/stt", "/ai/stt"], {
    method: "post",
    scope: "stt:execute",
    form: sttRequestSchema,
    runs: true,
    isIdempotent: true,
    response: sttResponseSchema,
    alsoAs: Object.values(textTypes),
    tells: ["X-Tracking-Id", "X-Charge-Vnd", "Idempotent-Replayed", "X-Engine", "X-Result-Code"],
    refuses: [...ofUploads, ...ofCalls],
  }),
  findHeard: at(["/stt/jobs"], {
    ...heard,
    query: lookupSchema.extend(formatSchema.shape),
  }),
  getHeard: at(["/ai/stt/{trackingId}"], {
    ...heard,
    params: trackingIdSchema,
    query: formatSchema,
  }),
  downloadSent: at(["/stt/audio"], {
    method: "get",
    scope: "nobody",
    query: linkSchema,
    response: Object.values(inputTypes),
    inRanges: true,
    refuses: links,
  }),
  eraseFoundSpoken: at(["/tts/jobs"], {
    ...erasing("tts"),
    query: lookupSchema,
    refuses: ["INVALID_REQUEST", ...erased],
  }),
  eraseSpoken: at(["/ai/tts/{trackingId}"], { ...erasing("tts"), params: trackingIdSchema, refuses: erased }),
  eraseFoundHeard: at(["/stt/jobs"], {
    ...erasing("stt"),
    query: lookupSchema,
    refuses: ["INVALID_REQUEST", ...erased],
  }),
  eraseHeard: at(["/ai/stt/{trackingId}"], { ...erasing("stt"), params: trackingIdSchema, refuses: erased }),
  listVoices: at(["/tts/voices", "/ai/voices"], {
    method: "get",
    scope: "any key",
    response: voiceListSchema,
    isRevalidated: true,
  }),
  previewVoice: at(["/tts/voices/preview"], {
    method: "get",
    scope: "nobody",
    query: z.object({ voiceId: z.string().meta({ description: "docs.described.voiceId", example: "south-ngoc" }) }),
    response: ["audio/mpeg"],
    tells: ["X-AI-Generated"],
    refuses: ["INVALID_REQUEST", "VOICE_UNKNOWN", "PROVIDER_FAILED"],
  }),
  listModels: at(["/tts/models", "/ai/models"], {
    method: "get",
    scope: "any key",
    response: modelListSchema,
    isRevalidated: true,
  }),
  health: at(["/health"], {
    method: "get",
    scope: "nobody",
    response: healthSchema,
  }),
};

export type OperationName = keyof typeof operations;
