import { z } from "zod";
import { requestErrors } from "@/lib/platform/net/request-error";
import { timeSchema } from "@/lib/webhooks/replays/schema";
import { deliveryStates, spans } from "./schema";

const text = (description: string, example?: string) =>
  z.string().meta({ description: `docs.described.${description}`, ...(example && { example }) });
const count = (description: string) => z.int().meta({ description: `docs.described.${description}` });
const time = (description: string) => z.iso.datetime().meta({ description: `docs.described.${description}` });

const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(50).meta({ description: "docs.described.pageLimit" }),
  cursor: z.string().max(1000).optional().meta({ description: "docs.described.cursor" }),
};

/** A day or minute in Vietnam, or an ISO timestamp. */
const moment = (isEnd: boolean) =>
  timeSchema(isEnd).meta({
    description: `docs.described.${isEnd ? "momentTo" : "momentFrom"}`,
    example: isEnd ? "2026-11-23" : "2026-11-22T08:00:00Z",
  });

export const deliveriesRequestSchema = z.strictObject({
  state: z.enum(deliveryStates).optional().meta({ description: "docs.described.deliveryStateWanted" }),
  type: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "docs.described.eventTypeWanted", example: "tts.completed" }),
  q: z.string().max(100).optional().meta({ description: "docs.described.deliveryQuery", example: "tts_…" }),
  from: moment(false),
  to: moment(true),
  ...paging,
});

const summaryFields = {
  id: text("deliveryId", "dlv_01k82ia5n8ecdooi6hh7eb7f8r"),
  webhookId: text("webhookId"),
  eventId: text("eventId"),
  type: text("eventType"),
  objectId: text("deliveryObject"),
  state: z.enum(deliveryStates).meta({ description: "docs.described.deliveryState" }),
  isTest: z.boolean().meta({ description: "docs.described.eventIsTest" }),
  attempts: count("deliveryAttempts"),
  lastStatus: z.int().nullable().meta({ description: "docs.described.deliveryStatus" }),
  lastError: z.string().nullable().meta({ description: "docs.described.deliveryError" }),
  behindPause: z.boolean().meta({ description: "docs.described.deliveryBehindPause" }),
  createdAt: time("eventTimestamp"),
  nextAttemptAt: time("deliveryNext").nullable(),
  finishedAt: time("deliveryFinished").nullable(),
};

export const deliveryListSchema = z
  .object({
    deliveries: z.array(z.object(summaryFields)).meta({ description: "docs.described.deliveries" }),
    next: z.string().nullable().meta({ description: "docs.described.nextCursor", example: null }),
  })
  .meta({ id: "DeliveryList" });

const headers = (description: string) =>
  z.record(z.string(), z.string().nullable()).meta({ description: `docs.described.${description}` });

const attemptSchema = z.object({
  id: text("attemptId"),
  number: count("attemptNumber"),
  startedAt: time("attemptStarted"),
  durationMs: count("attemptDuration"),
  timings: z.record(z.string(), z.number()).meta({ description: "docs.described.attemptTimings" }),
  address: text("attemptAddress").nullable(),
  url: text("attemptUrl"),
  statusCode: z.int().nullable().meta({ description: "docs.described.deliveryStatus" }),
  error: z.enum(requestErrors).nullable().meta({ description: "docs.described.deliveryError" }),
  requestHeaders: headers("attemptRequestHeaders"),
  responseHeaders: headers("attemptResponseHeaders"),
  responseBody: text("attemptResponseBody").nullable(),
});

export const deliverySchema = z
  .object({
    ...summaryFields,
    region: text("eventRegion"),
    body: text("deliveryBody").nullable(),
    tries: z.array(attemptSchema).meta({ description: "docs.described.deliveryTries" }),
  })
  .meta({ id: "Delivery" });

export const statsRequestSchema = z.strictObject({
  span: z.enum(spans).default("day").meta({ description: "docs.described.statsSpan" }),
});

export const statsSchema = z
  .object({
    span: z.enum(spans).meta({ description: "docs.described.statsSpan" }),
    succeeded: count("statsSucceeded"),
    failed: count("statsFailed"),
    latencyMs: z
      .object({
        p50: z.number().meta({ description: "docs.described.statsP50" }),
        p95: z.number().meta({ description: "docs.described.statsP95" }),
      })
      .nullable()
      .meta({ description: "docs.described.statsLatency" }),
    slots: z
      .array(z.object({ from: time("statsFrom"), succeeded: count("statsSucceeded"), failed: count("statsFailed") }))
      .meta({ description: "docs.described.statsSlots" }),
  })
  .meta({ id: "WebhookStats" });

export const eventsRequestSchema = z.strictObject({
  type: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "docs.described.eventTypeWanted", example: "tts.completed" }),
  from: moment(false),
  to: moment(true),
  ...paging,
});

export const eventListSchema = z
  .object({
    events: z
      .array(
        z.object({
          id: text("eventId"),
          type: text("eventType"),
          timestamp: time("eventTimestamp"),
          businessId: text("businessId"),
          schemaVersion: count("eventSchemaVersion"),
          sequence: count("eventSequence"),
          isTest: z.boolean().meta({ description: "docs.described.eventIsTest" }),
          livemode: z.boolean().meta({ description: "docs.described.eventLivemode" }),
          data: z.record(z.string(), z.unknown()).meta({ description: "docs.described.eventData" }),
        }),
      )
      .meta({ description: "docs.described.eventList" }),
    next: z.string().nullable().meta({ description: "docs.described.nextCursor", example: null }),
  })
  .meta({ id: "EventList" });
