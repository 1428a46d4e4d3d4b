import { z } from "zod";
import { apis } from "@/lib/access/principals/choices";

export const said = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.meta({ description: `docs.described.${description}` });

/** What an event is about: the headings of the console's list of events, in its order. */
export const eventGroups = ["jobs", "credit", "keys", "webhooks"] as const;

type EventDefinition<Type extends string, Fields extends z.ZodObject> = {
  type: Type;
  payload: Fields;
  /** A payload as test events send it and the documentation shows it. */
  example: z.input<Fields>;
  group: (typeof eventGroups)[number];
  /** Whether the payload holds the balance, which a key may only receive with the scope `balance:read`. */
  hasBalance?: boolean;
};

/** Everything about a type of event follows from this; its text is in the catalogues under `webhooks.eventHints`. */
const defineEvent = <const Type extends string, Fields extends z.ZodObject>(
  definition: EventDefinition<Type, Fields>,
): EventDefinition<Type, Fields> => definition;

const keyId = said(z.string(), "eventKeyId");
const endpointId = said(z.string(), "eventEndpointId");

const api = said(z.enum(apis).nullable(), "jobApi");

const job = z.object({
  trackingId: said(z.string(), "trackingIdReturned"),
  requestId: said(z.string().nullable(), "eventRequestId"),
  metadata: said(z.record(z.string(), z.string()).nullable(), "jobMetadata"),
  keyId,
  api,
  region: said(z.string(), "eventRegion"),
  modelId: said(z.string(), "eventModelId"),
  voiceId: said(z.string().nullable(), "eventVoiceId"),
  languageCode: said(z.string().nullable(), "languageSent"),
  chargeVnd: said(z.string(), "eventChargeVnd"),
  processingTimeMs: said(z.number(), "eventProcessingTime"),
  createdAt: said(z.iso.datetime(), "eventJobCreatedAt"),
});

const completed = job.extend({
  resultCode: said(z.string().nullable(), "eventResultCode"),
  audioDuration: said(z.number(), "seconds"),
  fileSizeBytes: said(z.number(), "fileSize"),
  expiresAt: said(z.iso.datetime(), "eventContentExpiresAt"),
});

const failed = job.extend({ code: said(z.string(), "eventErrorCode") });

/** A long job has these events alone, each with the whole of what was done and charged by then. */
const longJob = z.object({
  jobId: said(z.string(), "jobId"),
  requestId: said(z.string().nullable(), "eventRequestId"),
  metadata: said(z.record(z.string(), z.string()).nullable(), "jobMetadata"),
  keyId,
  api,
  region: said(z.string(), "eventRegion"),
  modelId: said(z.string(), "eventModelId"),
  languageCode: said(z.string().nullable(), "languageSent"),
  resultCode: said(z.string().nullable(), "longJobResultCode"),
  message: said(z.string().nullable(), "resultMessage"),
  messageVi: said(z.string().nullable(), "resultMessageVi"),
  chargeVnd: said(z.string(), "jobChargeSoFar"),
  secondsDone: said(z.number(), "jobSecondsDone"),
  secondsTotal: said(z.number().nullable(), "jobSecondsTotal"),
  createdAt: said(z.iso.datetime(), "longJobCreatedAt"),
});

const key = z.object({
  keyId,
  name: said(z.string(), "eventKeyName"),
  hint: said(z.string(), "eventKeyHint"),
});

const jobExample = {
  requestId: "req_01k7tmk3v2c9h4b7d0n8s5q6ea",
  metadata: { orderId: "1024" },
  api: "vang" as const,
  keyId: "key_01k7s2h9c4m8v1b6n3d5q7t0ea",
  region: "VN",
  languageCode: "vi",
  createdAt: "2026-11-20T02:15:04.512Z",
};

const speechExample = {
  ...jobExample,
  trackingId: "tts_01k7tmk3v5g2r8c1b9n4d6h0sa",
  modelId: "vang-espeak",
  voiceId: "south-ngoc",
};

const transcriptionExample = {
  ...jobExample,
  trackingId: "stt_01k7tmp9b4h6c2v8n1d3q5r7ta",
  modelId: "vang-demo-stt",
  voiceId: null,
  languageCode: null,
};

const longJobExample = {
  ...jobExample,
  jobId: transcriptionExample.trackingId,
  modelId: "vang-demo-stt",
  resultCode: null,
  message: null,
  messageVi: null,
  chargeVnd: "144000",
  secondsDone: 7200,
  secondsTotal: 7200,
};

const keyExample = { keyId: jobExample.keyId, name: "Tổng đài", hint: "x7Qa" };

/** All types of events, in the order of the documentation. */
export const eventDefinitions = [
  defineEvent({
    type: "tts.completed",
    group: "jobs",
    payload: completed,
    example: {
      ...speechExample,
      resultCode: null,
      chargeVnd: "5.1",
      audioDuration: 1.25,
      fileSizeBytes: 20160,
      processingTimeMs: 93,
      expiresAt: "2026-12-20T02:15:04.512Z",
    },
  }),
  defineEvent({
    type: "tts.failed",
    group: "jobs",
    payload: failed,
    example: { ...speechExample, code: "PROVIDER_FAILED", chargeVnd: "0", processingTimeMs: 4210 },
  }),
  defineEvent({
    type: "stt.completed",
    group: "jobs",
    payload: completed,
    example: {
      ...transcriptionExample,
      resultCode: "NO_SPEECH_FOUND",
      chargeVnd: "12",
      audioDuration: 12,
      fileSizeBytes: 384044,
      processingTimeMs: 810,
      expiresAt: "2026-12-20T02:15:04.512Z",
    },
  }),
  defineEvent({
    type: "stt.failed",
    group: "jobs",
    payload: failed,
    example: { ...transcriptionExample, code: "AUDIO_INVALID", chargeVnd: "0", processingTimeMs: 35 },
  }),
  defineEvent({
    type: "job.succeeded",
    group: "jobs",
    payload: longJob,
    example: longJobExample,
  }),
  defineEvent({
    type: "job.failed",
    group: "jobs",
    payload: longJob,
    example: { ...longJobExample, resultCode: "AUDIO_INVALID", chargeVnd: "0", secondsDone: 0, secondsTotal: null },
  }),
  defineEvent({
    type: "job.canceled",
    group: "jobs",
    payload: longJob,
    example: { ...longJobExample, resultCode: "JOB_CANCELED", chargeVnd: "1200", secondsDone: 60 },
  }),
  defineEvent({
    type: "job.paused",
    group: "jobs",
    payload: longJob,
    example: { ...longJobExample, resultCode: "INSUFFICIENT_CREDIT", chargeVnd: "1200", secondsDone: 60 },
  }),
  defineEvent({
    type: "topup.credited",
    group: "credit",
    hasBalance: true,
    payload: z.object({
      paymentId: said(z.string(), "eventPaymentId"),
      topUpId: said(z.string().nullable(), "eventTopUpId"),
      amountVnd: said(z.string(), "eventAmountVnd"),
      settledVnd: said(z.string(), "eventSettledVnd"),
      availableVnd: said(z.string(), "eventAvailableVnd"),
    }),
    example: {
      paymentId: "btr_01k7tn0c8m2v5b9d4h1q6r3sea",
      topUpId: "top_01k7tmz4h9c3n6v1b8d2q5r7sa",
      amountVnd: "500000",
      settledVnd: "0",
      availableVnd: "612500",
    },
  }),
  defineEvent({
    type: "credit.low",
    group: "credit",
    hasBalance: true,
    payload: z.object({
      availableVnd: said(z.string(), "eventAvailableVnd"),
      daysLeft: said(z.number().nullable(), "eventDaysLeft"),
      reason: said(z.enum(["amount", "days"]), "eventCreditReason"),
    }),
    example: { availableVnd: "48250.5", daysLeft: 2, reason: "days" },
  }),
  defineEvent({
    type: "budget.reached",
    group: "credit",
    payload: z.object({
      month: said(z.string(), "eventBudgetMonth"),
      percent: said(z.int(), "eventBudgetPercent"),
      capVnd: said(z.string(), "eventBudgetCap"),
      spentVnd: said(z.string(), "eventBudgetSpent"),
    }),
    example: { month: "2026-11", percent: 80, capVnd: "2000000", spentVnd: "1612450.5" },
  }),
  defineEvent({
    type: "key.revoked",
    group: "keys",
    payload: key.extend({
      reason: said(z.enum(["revoked", "leaked"]), "eventRevokedReason"),
      revokedAt: said(z.iso.datetime(), "eventRevokedAt"),
    }),
    example: { ...keyExample, reason: "revoked", revokedAt: "2026-11-20T02:15:04.512Z" },
  }),
  defineEvent({
    type: "key.expiring",
    group: "keys",
    payload: key.extend({
      expiresAt: said(z.iso.datetime(), "eventKeyExpiresAt"),
      noticeDays: said(z.number(), "eventNoticeDays"),
    }),
    example: { ...keyExample, expiresAt: "2026-11-27T16:59:59.999Z", noticeDays: 7 },
  }),
  defineEvent({
    type: "webhook.disabled",
    group: "webhooks",
    payload: z.object({
      endpointId,
      url: said(z.string(), "eventEndpointUrl"),
      reason: said(z.enum(["failing", "gone", "receiver"]), "eventDisabledReason"),
      disabledAt: said(z.iso.datetime(), "eventDisabledAt"),
    }),
    example: {
      endpointId: "whk_01k7s9v2b5c8n1d4h7q0r3t6ea",
      url: "https://example.com/vang",
      reason: "failing",
      disabledAt: "2026-11-20T02:15:04.512Z",
    },
  }),
  defineEvent({
    type: "webhook.test",
    group: "webhooks",
    payload: z.object({ endpointId }),
    example: { endpointId: "whk_01k7s9v2b5c8n1d4h7q0r3t6ea" },
  }),
] as const;
