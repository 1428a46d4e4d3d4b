import "server-only";
import { livePath } from "@/lib/api/live/paths";
import { liveTokenRequestSchema, liveTokenSchema } from "@/lib/api/live/schema";
import { inputTypes } from "@/lib/engines/audio/formats";
import { sttRequestSchema, sttResponseSchema } from "@/lib/speech/schema";
import { jobErrors, lookupErrors, uploadErrors } from "../error-sets";
import {
  at,
  erased,
  erasing,
  jobHeaders,
  linkSchema,
  links,
  lookupSchema,
  receiptOf,
  textTypes,
  trackingIdSchema,
} from "./shared";

const formatSchema = sttRequestSchema.pick({ responseFormat: true });

const recognized = {
  method: "get",
  scope: "stt:execute",
  response: sttResponseSchema,
  alternateTypes: Object.values(textTypes),
  responseHeaders: ["X-Engine", "X-Result-Code", "X-Formatting", "X-Keyterms"],
  errors: ["INVALID_REQUEST", ...lookupErrors],
} as const;

export const speechToText = {
  createTranscription: at(["/stt", "/ai/stt"], {
    method: "post",
    scope: "stt:execute",
    form: sttRequestSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    response: sttResponseSchema,
    alternateTypes: Object.values(textTypes),
    responseHeaders: [...jobHeaders, "X-Result-Code", "X-Formatting", "X-Keyterms", "X-Ignored"],
    errors: [...uploadErrors, ...jobErrors, "REDACTION_FAILED"],
  }),
  createLiveToken: at([`${livePath}/tokens`], {
    method: "post",
    scope: "stt:execute",
    status: 201,
    body: liveTokenRequestSchema,
    takesRetention: true,
    response: liveTokenSchema,
    errors: ["INVALID_REQUEST"],
  }),
  getTranscription: at(["/stt/jobs"], {
    ...recognized,
    query: lookupSchema.extend(formatSchema.shape),
  }),
  getTranscriptionAlias: at(["/ai/stt/{trackingId}"], {
    ...recognized,
    aliasOf: "getTranscription",
    params: trackingIdSchema,
    query: formatSchema,
  }),
  downloadInputAudio: at(["/stt/audio"], {
    method: "get",
    scope: "public",
    query: linkSchema,
    response: Object.values(inputTypes),
    supportsRange: true,
    errors: links,
  }),
  deleteTranscription: at(["/stt/jobs"], {
    ...erasing("stt"),
    query: lookupSchema,
    errors: ["INVALID_REQUEST", ...erased],
  }),
  getTranscriptionReceipt: at(["/stt/receipt"], { ...receiptOf("stt"), query: lookupSchema }),
  deleteTranscriptionAlias: at(["/ai/stt/{trackingId}"], {
    ...erasing("stt"),
    aliasOf: "deleteTranscription",
    params: trackingIdSchema,
    errors: erased,
  }),
};
