import { z } from "zod";

/** A field with its description in the documentation. */
const said = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.meta({ description: `docs.described.${description}` });

const chargeVnd = said(z.string(), "eventChargeVnd");
const keyId = said(z.string(), "eventKeyId");

const job = z.object({
  trackingId: said(z.string(), "trackingIdTold"),
  requestId: said(z.string().nullable(), "eventRequestId"),
  keyId,
  region: said(z.string(), "eventRegion"),
  modelId: said(z.string(), "eventModelId"),
  voiceId: said(z.string().nullable(), "eventVoiceId"),
  languageCode: said(z.string().nullable(), "languageSent"),
  chargeVnd,
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

const key = z.object({
  keyId,
  name: said(z.string(), "eventKeyName"),
  hint: said(z.string(), "eventKeyHint"),
});

const endpointId = said(z.string(), "eventEndpointId");

/** Those whose payload holds the balance: a stream sends them only to a key that may read it. */
export const balanceEvents = ["topup.credited", "credit.low"];

/** The payload of each type of event, in the current version. */
export const payloadSchemas = {
  "tts.completed": completed,
  "tts.failed": failed,
  "stt.completed": completed,
  "stt.failed": failed,
  "topup.credited": z.object({
    paymentId: said(z.string(), "eventPaymentId"),
    topUpId: said(z.string().nullable(), "eventTopUpId"),
    amountVnd: said(z.string(), "eventAmountVnd"),
    settledVnd: said(z.string(), "eventSettledVnd"),
    availableVnd: said(z.string(), "eventAvailableVnd"),
  }),
  "credit.low": z.object({
    availableVnd: said(z.string(), "eventAvailableVnd"),
    daysLeft: said(z.number().nullable(), "eventDaysLeft"),
    reason: said(z.enum(["amount", "days"]), "eventCreditReason"),
  }),
  "budget.reached": z.object({
    month: said(z.string(), "eventBudgetMonth"),
    percent: said(z.int(), "eventBudgetPercent"),
    capVnd: said(z.string(), "eventBudgetCap"),
    spentVnd: said(z.string(), "eventBudgetSpent"),
  }),
  "key.revoked": key.extend({
    reason: said(z.enum(["revoked", "leaked"]), "eventRevokedReason"),
    revokedAt: said(z.iso.datetime(), "eventRevokedAt"),
  }),
  "key.expiring": key.extend({
    expiresAt: said(z.iso.datetime(), "eventKeyExpiresAt"),
    noticeDays: said(z.number(), "eventNoticeDays"),
  }),
  "webhook.disabled": z.object({
    endpointId,
    url: said(z.string(), "eventEndpointUrl"),
    reason: said(z.enum(["failing", "gone", "receiver"]), "eventDisabledReason"),
    disabledAt: said(z.iso.datetime(), "eventDisabledAt"),
  }),
  "webhook.test": z.object({ endpointId }),
} as const;

export type EventType = keyof typeof payloadSchemas;

export type Payload<Type extends EventType> = z.infer<(typeof payloadSchemas)[Type]>;

export const eventTypes = Object.keys(payloadSchemas) as EventType[];

/** For all payloads: increased when a field is removed or changes its meaning, not when one is added. */
export const schemaVersion = 1;

/** The body that is sent for an event of a type. */
export const eventSchemaOf = <Type extends EventType>(type: Type) =>
  z.object({
    id: said(z.string(), "eventId"),
    type: said(z.literal(type), "eventType"),
    timestamp: said(z.iso.datetime(), "eventTimestamp"),
    businessId: said(z.string(), "businessId"),
    schemaVersion: said(z.literal(schemaVersion), "eventSchemaVersion"),
    sequence: said(z.int().min(1).max(2_147_483_647), "eventSequence"),
    isTest: said(z.boolean(), "eventIsTest"),
    data: said(payloadSchemas[type], "eventData"),
  });
