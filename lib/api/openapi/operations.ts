import "server-only";
import { z } from "zod";
import { contentTypes, inputTypes } from "@/lib/audio/formats";
import { bankAlarms } from "@/lib/billing/bank-notifications/watch-bank";
import { usageRequestSchema, usageResponseSchema } from "@/lib/billing/usage/schema";
import { historyRequestSchema, historyResponseSchema } from "@/lib/history/response-schema";
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
import {
  deliveriesRequestSchema,
  deliveryListSchema,
  deliverySchema,
  eventListSchema,
  eventsRequestSchema,
  statsRequestSchema,
  statsSchema,
} from "@/lib/webhooks/deliveries/response-schema";
import {
  createdWebhookSchema,
  deletedWebhookSchema,
  endedSecretsSchema,
  webhookListSchema,
  webhookSchema,
  webhookSecretSchema,
} from "@/lib/webhooks/endpoints/response-schema";
import { endpointUpdateSchema, newEndpointSchema } from "@/lib/webhooks/endpoints/schema";
import { checkReportSchema } from "@/lib/webhooks/receiver-checks/schema";
import { replayListSchema, replayRequestSchema, replaySchema } from "@/lib/webhooks/replays/response-schema";
import { streamTestResponseSchema, testRequestSchema, testResponseSchema } from "@/lib/webhooks/test-events/schema";
import {
  openAiModelListSchema,
  openAiModelNamesSchema,
  openAiModelSchema,
  openAiSpeechSchema,
  openAiTranscriptionSchema,
  openAiTranscriptSchema,
  openAiVoiceNamesSchema,
} from "../openai/schema";
import type { Declared } from "./endpoint";
import { jobErrors, lookupErrors, textErrors, uploadErrors } from "./error-sets";

const lookupSchema = z.object({ id: z.string().meta({ description: "docs.described.lookupId", example: "tts_…" }) });

const trackingIdSchema = z.object({
  trackingId: z.string().meta({ description: "docs.described.trackingIdGiven", example: "tts_…" }),
});

// Without one of them it is not a link of ours: rejected with AUDIO_LINK_INVALID, and not as a missing field.
const linkPart = (description: string) =>
  z
    .string()
    .optional()
    .meta({ description, param: { required: true } });

const linkSchema = z.object({
  object: linkPart("docs.described.linkObject"),
  expires: linkPart("docs.described.linkExpires"),
  signature: linkPart("docs.described.linkSignature"),
});

const formatSchema = sttRequestSchema.pick({ responseFormat: true });

/** The formats of a transcript, besides JSON. */
export const textTypes = { srt: "application/x-subrip", vtt: "text/vtt", text: "text/plain" } as const;

/** One operation under each of its paths; those after the first are aliases of it. */
const at = <const Operation extends Omit<Declared, "path">>(paths: readonly string[], operation: Operation) =>
  paths.map((path) => ({ ...operation, path }));

const recorded = {
  method: "get",
  response: Object.values(contentTypes),
  responseHeaders: ["X-AI-Generated"],
  supportsRange: true,
} as const;

const recognized = {
  method: "get",
  scope: "stt:execute",
  response: sttResponseSchema,
  alternateTypes: Object.values(textTypes),
  responseHeaders: ["X-Engine", "X-Result-Code"],
  errors: ["INVALID_REQUEST", ...lookupErrors],
} as const;

/** Of a request that runs a job. */
const jobHeaders = [
  "X-Tracking-Id",
  "X-Charge-Vnd",
  "X-Charge-Units",
  "X-Price-Id",
  "X-Price-Vnd",
  "X-Price-From",
  "Idempotent-Replayed",
  "X-Engine",
] as const;

const links = ["AUDIO_LINK_INVALID", "AUDIO_LINK_EXPIRED", "NOT_FOUND"] as const;

const erasing = (service: "tts" | "stt") =>
  ({
    method: "delete",
    scope: `${service}:execute`,
    response: receiptSchema,
  }) as const;

const erased = ["RESULT_NOT_FOUND", "WRONG_REGION"] as const;

const webhookIdSchema = z.object({
  id: z.string().meta({ description: "docs.described.webhookIdGiven", example: "whk_…" }),
});

const managing = { scope: "webhooks:manage", query: z.strictObject({}) } as const;

const replayIdSchema = webhookIdSchema.extend({
  replayId: z.string().meta({ description: "docs.described.replayId", example: "rpl_…" }),
});

const deliveryIdSchema = z.object({
  id: z.string().meta({ description: "docs.described.deliveryId", example: "dlv_…" }),
});

const processState = z.enum(["running", "restarting"]);

const healthSchema = z
  .object({
    status: z.literal("ok").meta({ description: "docs.described.healthStatus" }),
    role: z.enum(["all", "api", "console", "worker"]).meta({ description: "docs.described.role" }),
    processes: z
      .object({
        api: processState.meta({ description: "docs.described.apiProcess" }),
        console: processState.meta({ description: "docs.described.consoleProcess" }),
        worker: processState.meta({ description: "docs.described.workerProcess" }),
      })
      .optional()
      .meta({ description: "docs.described.processes" }),
    restarts: z
      .object({
        api: z.int().meta({ description: "docs.described.apiRestarts" }),
        console: z.int().meta({ description: "docs.described.consoleRestarts" }),
        worker: z.int().meta({ description: "docs.described.workerRestarts" }),
      })
      .optional()
      .meta({ description: "docs.described.restarts" }),
    oldestUnprocessedAgeSeconds: z.number().meta({ description: "docs.described.oldestUnprocessed" }),
    ledger: z.enum(["protected", "unprotected"]).meta({ description: "docs.described.ledger" }),
    books: z.enum(["balanced", "difference", "unknown"]).meta({ description: "docs.described.books" }),
    bankAlarms: z.array(z.enum(bankAlarms)).meta({ description: "docs.described.bankAlarms" }),
    outbox: z
      .object({
        due: z.int().meta({ description: "docs.described.outboxDue" }),
        oldestDueSeconds: z.int().meta({ description: "docs.described.outboxOldest" }),
        dead: z.int().meta({ description: "docs.described.outboxDead" }),
      })
      .optional()
      .meta({ description: "docs.described.outbox" }),
    webhooks: z
      .object({
        due: z.int().meta({ description: "docs.described.webhooksDue" }),
        oldestDueSeconds: z.int().meta({ description: "docs.described.webhooksOldest" }),
        stopped: z.boolean().meta({ description: "docs.described.webhooksStopped" }),
        behind: z.int().meta({ description: "docs.described.webhooksBehind" }),
      })
      .optional()
      .meta({ description: "docs.described.webhooksBacklog" }),
  })
  .meta({ id: "Health" });

const balanceSchema = z
  .object({
    availableVnd: z.number().meta({ description: "docs.described.availableVnd", example: 1250000.5 }),
    freeVnd: z.number().meta({ description: "docs.described.freeVnd", example: 50000 }),
    heldVnd: z.number().meta({ description: "docs.described.heldVnd", example: 12.3 }),
    currency: z.literal("VND").meta({ description: "docs.described.currency" }),
    daysLeft: z.int().nullable().meta({ description: "docs.described.daysLeft", example: 31 }),
  })
  .meta({ id: "Balance" });

/**
 * Every public operation under its operationId, which is the name of its method in generated clients. The routes,
 * `/openapi.json` and the documentation are generated from it.
 */
export const operations = {
  createSpeech: at(["/tts", "/ai/tts"], {
    method: "post",
    scope: "tts:execute",
    body: ttsRequestSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    response: ttsResponseSchema,
    responseHeaders: [...jobHeaders, "X-AI-Generated"],
    errors: [...textErrors, ...jobErrors],
  }),
  getSpeech: at(["/tts/jobs"], {
    method: "get",
    scope: "tts:execute",
    query: lookupSchema,
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
    errors: textErrors,
  }),
  downloadSpeechAudio: at(["/tts/audio"], {
    ...recorded,
    scope: "public",
    query: linkSchema,
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
    scope: "tts:execute",
    response: pronunciationListSchema,
  }),
  savePronunciation: at(["/pronunciations"], {
    method: "put",
    scope: "tts:execute",
    body: pronunciationRequestSchema,
    response: pronunciationRecordSchema,
    errors: ["PRONUNCIATIONS_FULL"],
  }),
  deletePronunciation: at(["/pronunciations"], {
    method: "delete",
    scope: "tts:execute",
    query: removePronunciationSchema,
    response: removalSchema,
  }),
  createTranscription: at(["/stt", "/ai/stt"], {
    method: "post",
    scope: "stt:execute",
    form: sttRequestSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    response: sttResponseSchema,
    alternateTypes: Object.values(textTypes),
    responseHeaders: [...jobHeaders, "X-Result-Code"],
    errors: [...uploadErrors, ...jobErrors],
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
  deleteSpeech: at(["/tts/jobs"], {
    ...erasing("tts"),
    query: lookupSchema,
    errors: ["INVALID_REQUEST", ...erased],
  }),
  deleteSpeechAlias: at(["/ai/tts/{trackingId}"], {
    ...erasing("tts"),
    aliasOf: "deleteSpeech",
    params: trackingIdSchema,
    errors: erased,
  }),
  deleteTranscription: at(["/stt/jobs"], {
    ...erasing("stt"),
    query: lookupSchema,
    errors: ["INVALID_REQUEST", ...erased],
  }),
  deleteTranscriptionAlias: at(["/ai/stt/{trackingId}"], {
    ...erasing("stt"),
    aliasOf: "deleteTranscription",
    params: trackingIdSchema,
    errors: erased,
  }),
  listVoices: at(["/tts/voices", "/ai/voices"], {
    method: "get",
    scope: "authenticated",
    response: voiceListSchema,
    isRevalidated: true,
  }),
  getVoicePreview: at(["/tts/voices/preview"], {
    method: "get",
    scope: "public",
    query: z.object({ voiceId: z.string().meta({ description: "docs.described.voiceId", example: "north-linh" }) }),
    response: ["audio/mpeg"],
    responseHeaders: ["X-AI-Generated"],
    errors: ["INVALID_REQUEST", "VOICE_UNKNOWN", "PROVIDER_FAILED"],
  }),
  listModels: at(["/tts/models", "/ai/models"], {
    method: "get",
    scope: "authenticated",
    response: modelListSchema,
    isRevalidated: true,
  }),
  createOpenAiSpeech: at(["/v1/audio/speech"], {
    method: "post",
    scope: "tts:execute",
    body: openAiSpeechSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    recognizesRepeats: true,
    response: [...Object.values(contentTypes), "text/event-stream"],
    responseHeaders: [...jobHeaders, "X-AI-Generated", "X-Ignored"],
    errors: [...textErrors, ...jobErrors, "RESULT_EXPIRED"],
  }),
  createOpenAiTranscription: at(["/v1/audio/transcriptions"], {
    method: "post",
    scope: "stt:execute",
    form: openAiTranscriptionSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    recognizesRepeats: true,
    response: openAiTranscriptSchema,
    alternateTypes: [...Object.values(textTypes), "text/event-stream"],
    responseHeaders: [...jobHeaders, "X-Result-Code", "X-Ignored"],
    errors: [...uploadErrors, ...jobErrors],
  }),
  listOpenAiModels: at(["/v1/models"], {
    method: "get",
    scope: "authenticated",
    response: openAiModelListSchema,
  }),
  getOpenAiModel: at(["/v1/models/{model}"], {
    method: "get",
    scope: "authenticated",
    params: z.object({
      model: z.string().meta({ description: "docs.described.openAiModelId", example: "vang-espeak" }),
    }),
    response: openAiModelSchema,
    errors: ["NOT_FOUND"],
  }),
  listOpenAiVoices: at(["/v1/audio/voices"], {
    method: "get",
    scope: "public",
    response: openAiVoiceNamesSchema,
  }),
  listOpenAiModelNames: at(["/v1/audio/models"], {
    method: "get",
    scope: "public",
    response: openAiModelNamesSchema,
  }),
  getBalance: at(["/balance"], {
    method: "get",
    scope: "balance:read",
    response: balanceSchema,
  }),
  getUsage: at(["/usage"], {
    method: "get",
    scope: "usage:read",
    query: usageRequestSchema,
    response: usageResponseSchema,
  }),
  listHistory: at(["/history"], {
    method: "get",
    scope: "usage:read",
    query: historyRequestSchema,
    response: historyResponseSchema,
  }),
  listWebhooks: at(["/webhooks"], {
    ...managing,
    method: "get",
    response: webhookListSchema,
  }),
  createWebhook: at(["/webhooks"], {
    ...managing,
    method: "post",
    body: newEndpointSchema,
    acceptsFormType: true,
    isIdempotent: true,
    status: 201,
    response: createdWebhookSchema,
    responseHeaders: ["Idempotent-Replayed"],
    errors: ["WEBHOOK_LIMIT_REACHED", "NOT_FOUND"],
  }),
  streamWebhookEvents: at(["/webhooks/stream"], {
    ...managing,
    method: "get",
    response: ["text/event-stream"],
    errors: ["CONCURRENCY_LIMITED_KEY"],
  }),
  sendStreamTest: at(["/webhooks/stream/tests"], {
    ...managing,
    method: "post",
    body: testRequestSchema,
    acceptsFormType: true,
    status: 201,
    response: streamTestResponseSchema,
    errors: ["CONFLICT", "TOO_MANY_ATTEMPTS"],
  }),
  getWebhook: at(["/webhooks/{id}"], {
    ...managing,
    method: "get",
    params: webhookIdSchema,
    response: webhookSchema,
    responseHeaders: ["ETag"],
    errors: ["NOT_FOUND"],
  }),
  updateWebhook: at(["/webhooks/{id}"], {
    ...managing,
    method: "patch",
    params: webhookIdSchema,
    body: endpointUpdateSchema,
    acceptsFormType: true,
    response: webhookSchema,
    responseHeaders: ["ETag"],
    errors: ["NOT_FOUND", "PRECONDITION_FAILED"],
  }),
  deleteWebhook: at(["/webhooks/{id}"], {
    ...managing,
    method: "delete",
    params: webhookIdSchema,
    response: deletedWebhookSchema,
    errors: ["NOT_FOUND", "PRECONDITION_FAILED"],
  }),
  rotateWebhookSecret: at(["/webhooks/{id}/secret"], {
    ...managing,
    method: "post",
    params: webhookIdSchema,
    isIdempotent: true,
    response: webhookSecretSchema,
    responseHeaders: ["Idempotent-Replayed"],
    errors: ["NOT_FOUND", "WEBHOOK_LIMIT_REACHED"],
  }),
  endFormerWebhookSecrets: at(["/webhooks/{id}/secret"], {
    ...managing,
    method: "delete",
    params: webhookIdSchema,
    response: endedSecretsSchema,
    errors: ["NOT_FOUND"],
  }),
  sendWebhookTest: at(["/webhooks/{id}/tests"], {
    ...managing,
    method: "post",
    params: webhookIdSchema,
    body: testRequestSchema,
    acceptsFormType: true,
    status: 201,
    response: testResponseSchema,
    errors: ["NOT_FOUND", "TOO_MANY_ATTEMPTS"],
  }),
  checkWebhook: at(["/webhooks/{id}/checks"], {
    ...managing,
    method: "post",
    params: webhookIdSchema,
    response: checkReportSchema,
    errors: ["NOT_FOUND", "CONFLICT", "TOO_MANY_ATTEMPTS"],
  }),
  getWebhookStats: at(["/webhooks/{id}/stats"], {
    ...managing,
    method: "get",
    params: webhookIdSchema,
    query: statsRequestSchema,
    response: statsSchema,
    errors: ["NOT_FOUND"],
  }),
  listWebhookDeliveries: at(["/webhooks/{id}/deliveries"], {
    ...managing,
    method: "get",
    params: webhookIdSchema,
    query: deliveriesRequestSchema,
    response: deliveryListSchema,
    errors: ["NOT_FOUND"],
  }),
  getWebhookDelivery: at(["/deliveries/{id}"], {
    ...managing,
    method: "get",
    params: deliveryIdSchema,
    response: deliverySchema,
    errors: ["NOT_FOUND"],
  }),
  createWebhookReplay: at(["/webhooks/{id}/replays"], {
    ...managing,
    method: "post",
    params: webhookIdSchema,
    body: replayRequestSchema,
    acceptsFormType: true,
    status: 201,
    response: replaySchema,
    errors: ["NOT_FOUND", "CONFLICT"],
  }),
  listWebhookReplays: at(["/webhooks/{id}/replays"], {
    ...managing,
    method: "get",
    params: webhookIdSchema,
    response: replayListSchema,
    errors: ["NOT_FOUND"],
  }),
  getWebhookReplay: at(["/webhooks/{id}/replays/{replayId}"], {
    ...managing,
    method: "get",
    params: replayIdSchema,
    response: replaySchema,
    errors: ["NOT_FOUND"],
  }),
  cancelWebhookReplay: at(["/webhooks/{id}/replays/{replayId}"], {
    ...managing,
    method: "delete",
    params: replayIdSchema,
    response: replaySchema,
    errors: ["NOT_FOUND"],
  }),
  listEvents: at(["/events"], {
    ...managing,
    method: "get",
    query: eventsRequestSchema,
    response: eventListSchema,
  }),
  getHealth: at(["/health"], {
    method: "get",
    scope: "public",
    response: healthSchema,
  }),
};

export type OperationName = keyof typeof operations;
