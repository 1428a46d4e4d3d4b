import { z } from "zod";
import { apis } from "@/lib/access/principals/choices";
import { priceSchema } from "@/lib/money/prices/schema";
import { daySchema } from "@/lib/platform/day-schema";

const day = daySchema("api.dayInvalid");

export const historyRequestSchema = z.strictObject({
  service: z.enum(["tts", "stt"]).optional().meta({ description: "docs.described.usageService" }),
  from: day.optional().meta({ description: "docs.described.usageFrom", example: "2026-11-01" }),
  to: day.optional().meta({ description: "docs.described.usageTo", example: "2026-11-30" }),
  status: z.enum(["completed", "failed"]).optional().meta({ description: "docs.described.jobStatus" }),
  api: z.enum(apis).optional().meta({ description: "docs.described.jobApi" }),
  key: z.string().min(1).max(100).optional().meta({ description: "docs.described.usageKey", example: "key_…" }),
  trackingId: z.string().min(1).max(100).optional().meta({ description: "docs.described.trackingIdGiven" }),
  metadata: z
    .string()
    .max(600)
    .regex(/^[^:\0]{1,40}:[^\0]*$/)
    .optional()
    .meta({ description: "docs.described.metadataGiven", example: "orderId:1024" }),
  limit: z.coerce.number().int().min(1).max(200).default(50).meta({ description: "docs.described.historyLimit" }),
  cursor: z.string().max(1000).optional().meta({ description: "docs.described.cursor" }),
});

const text = (description: string, example?: string) => z.string().meta({ description, ...(example && { example }) });

const jobSchema = z
  .object({
    trackingId: text("docs.described.jobTrackingId", "tts_01k82ia5n8ecdooi6hh7eb7f8r"),
    requestId: text("docs.described.jobRequestId").nullable(),
    metadata: z.record(z.string(), z.string()).nullable().meta({ description: "docs.described.jobMetadata" }),
    service: z.enum(["tts", "stt"]).meta({ description: "docs.described.usageService" }),
    api: z.enum(apis).nullable().meta({ description: "docs.described.jobApi", example: "vang" }),
    retention: z.enum(["none"]).nullable().meta({ description: "docs.described.retentionEcho" }),
    status: z.enum(["completed", "failed"]).meta({ description: "docs.described.jobStatus" }),
    resultCode: text("docs.described.jobResultCode").nullable(),
    modelId: text("docs.described.usageModel", "vang-espeak"),
    voiceId: text("docs.described.usageVoice", "north-linh").nullable(),
    keyId: text("docs.described.usageKey", "key_…"),
    keyName: text("docs.described.keyName", "Tổng đài").nullable(),
    keyHint: text("docs.described.keyHint", "x7Qa").nullable(),
    region: text("docs.described.usageRegion", "VN"),
    createdAt: text("docs.described.jobCreatedAt", "2026-11-22T21:24:26.799Z"),
    characters: z.int().nullable().meta({ description: "docs.described.jobCharacters", example: 17 }),
    audioDuration: z.number().meta({ description: "docs.described.jobDuration", example: 1.168 }),
    processingTimeMs: z.int().meta({ description: "docs.described.jobProcessing", example: 31 }),
    price: priceSchema.nullable().meta({ description: "docs.described.jobPrice" }),
    units: z.int().nullable().meta({ description: "docs.described.jobUnits", example: 17 }),
    chargeVnd: z.number().meta({ description: "docs.described.jobCharge", example: 5.1 }),
  })
  .meta({ id: "HistoryJob" });

export const historyResponseSchema = z
  .object({
    jobs: z.array(jobSchema).meta({ description: "docs.described.historyJobs" }),
    next: z.string().nullable().meta({ description: "docs.described.nextCursor", example: null }),
  })
  .meta({ id: "History" });
