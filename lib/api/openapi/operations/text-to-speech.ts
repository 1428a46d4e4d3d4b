import "server-only";
import { jobErrors, lookupErrors, textErrors } from "@/lib/api/openapi/error-sets";
import { contentTypes, openAiContentTypes } from "@/lib/engines/audio/formats";
import {
  pronunciationChangesSchema,
  pronunciationCountsSchema,
  pronunciationListSchema,
  pronunciationRecordSchema,
  pronunciationRequestSchema,
  removalSchema,
  removePronunciationSchema,
} from "@/lib/speech/pronunciations/schema";
import {
  readingPreviewSchema,
  readingRequestSchema,
  timestampsField,
  ttsRequestSchema,
  ttsResponseSchema,
} from "@/lib/speech/schema";
import {
  at,
  erased,
  erasing,
  jobHeaders,
  links,
  lookupSchema,
  receiptOf,
  speechLinkSchema,
  trackingIdSchema,
} from "./shared";

/** Speech of `/v1` is downloaded like any other. */
const recordedTypes = [...new Set([...Object.values(contentTypes), ...Object.values(openAiContentTypes)])];

const recorded = {
  method: "get",
  response: recordedTypes,
  responseHeaders: ["X-AI-Generated"],
  supportsRange: true,
} as const;

export const textToSpeech = {
  createSpeech: at(["/tts", "/ai/tts"], {
    method: "post",
    scope: "tts:execute",
    body: ttsRequestSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    response: ttsResponseSchema,
    responseHeaders: [...jobHeaders, "X-AI-Generated", "X-Ignored", "X-Text-Warnings"],
    errors: [...textErrors, ...jobErrors],
  }),
  createSpeechStream: at(["/tts/stream"], {
    method: "post",
    scope: "tts:execute",
    body: ttsRequestSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    response: [...Object.values(contentTypes), "text/event-stream"],
    responseHeaders: [...jobHeaders, "X-AI-Generated", "X-Ignored", "X-Text-Warnings"],
    errors: [...textErrors, ...jobErrors, "RESULT_EXPIRED"],
  }),
  getSpeech: at(["/tts/jobs"], {
    method: "get",
    scope: "tts:execute",
    query: lookupSchema.extend({ timestamps: timestampsField }),
    response: ttsResponseSchema,
    responseHeaders: ["X-Engine", "X-AI-Generated"],
    errors: ["INVALID_REQUEST", ...lookupErrors],
  }),
  previewReading: at(["/tts/preview", "/ai/tts/preview"], {
    method: "post",
    scope: "tts:execute",
    body: readingRequestSchema,
    runs: true,
    response: readingPreviewSchema,
    responseHeaders: ["X-Ignored", "X-Text-Warnings"],
    errors: textErrors,
  }),
  downloadSpeechAudio: at(["/tts/audio"], {
    ...recorded,
    scope: "public",
    query: speechLinkSchema,
    errors: links,
  }),
  getSpeechAudio: at(["/ai/tts/{trackingId}"], {
    ...recorded,
    scope: "tts:execute",
    params: trackingIdSchema,
    errors: [...lookupErrors, "NOT_FOUND"],
  }),
  listPronunciations: at(["/pronunciations"], {
    method: "get",
    scope: "pronunciations",
    response: pronunciationListSchema,
  }),
  savePronunciation: at(["/pronunciations"], {
    method: "put",
    scope: "pronunciations",
    isLiveOnly: true,
    body: pronunciationRequestSchema,
    response: pronunciationRecordSchema,
    errors: ["PRONUNCIATIONS_FULL"],
  }),
  changePronunciations: at(["/pronunciations"], {
    method: "patch",
    scope: "pronunciations",
    isLiveOnly: true,
    body: pronunciationChangesSchema,
    response: pronunciationCountsSchema,
    errors: ["PRONUNCIATIONS_FULL"],
  }),
  deletePronunciation: at(["/pronunciations"], {
    method: "delete",
    scope: "pronunciations",
    isLiveOnly: true,
    query: removePronunciationSchema,
    response: removalSchema,
  }),
  deleteSpeech: at(["/tts/jobs"], {
    ...erasing("tts"),
    query: lookupSchema,
    errors: ["INVALID_REQUEST", ...erased],
  }),
  getSpeechReceipt: at(["/tts/receipt"], { ...receiptOf("tts"), query: lookupSchema }),
  deleteSpeechAlias: at(["/ai/tts/{trackingId}"], {
    ...erasing("tts"),
    aliasOf: "deleteSpeech",
    params: trackingIdSchema,
    errors: erased,
  }),
};
