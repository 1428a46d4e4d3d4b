import { z } from "zod";

const job = z.object({
  trackingId: z.string(),
  requestId: z.string().nullable(),
  keyId: z.string(),
  region: z.string(),
  modelId: z.string(),
  voiceId: z.string().nullable(),
  languageCode: z.string().nullable(),
  /** Đồng, with at most three decimals: `5.1`. */
  chargeVnd: z.string(),
  processingTimeMs: z.number(),
  createdAt: z.iso.datetime(),
});

const completed = job.extend({
  /** A remark such as NO_SPEECH_FOUND. */
  resultCode: z.string().nullable(),
  /** Seconds. */
  audioDuration: z.number(),
  fileSizeBytes: z.number(),
  expiresAt: z.iso.datetime(),
});

const failed = job.extend({
  /** The error code of the response. */
  code: z.string(),
});

const key = z.object({
  keyId: z.string(),
  name: z.string(),
  /** The last four characters of its secret. */
  hint: z.string(),
});

/** The payload of each type of event, in the current version. */
export const payloadSchemas = {
  "tts.completed": completed,
  "tts.failed": failed,
  "stt.completed": completed,
  "stt.failed": failed,
  "topup.credited": z.object({
    /** Of the bank transfer, or of the payment that an operator entered. */
    paymentId: z.string(),
    topUpId: z.string().nullable(),
    /** What arrived, in đồng. */
    amountVnd: z.string(),
    /** The part that paid what the business owed. */
    settledVnd: z.string(),
    /** The credit afterwards. */
    availableVnd: z.string(),
  }),
  "credit.low": z.object({
    availableVnd: z.string(),
    daysLeft: z.number().nullable(),
    /** Which of the two levels it fell below. */
    reason: z.enum(["amount", "days"]),
  }),
  "key.revoked": key.extend({ reason: z.enum(["revoked", "leaked"]), revokedAt: z.iso.datetime() }),
  "key.expiring": key.extend({ expiresAt: z.iso.datetime(), noticeDays: z.number() }),
  "webhook.disabled": z.object({
    endpointId: z.string(),
    url: z.string(),
    reason: z.enum(["failing", "gone", "receiver"]),
    disabledAt: z.iso.datetime(),
  }),
  "webhook.test": z.object({
    endpointId: z.string(),
  }),
} as const;

export type EventType = keyof typeof payloadSchemas;

export type Payload<Type extends EventType> = z.infer<(typeof payloadSchemas)[Type]>;

export const eventTypes = Object.keys(payloadSchemas) as EventType[];

/** For all payloads: increased when a field is removed or changes its meaning, not when one is added. */
export const schemaVersion = 1;
