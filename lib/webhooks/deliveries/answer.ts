import "server-only";
import type { z } from "zod";
import { bodyOf } from "@/lib/webhooks/deliver/compose-request";
import { maskedHeaders } from "./describe";
import type { FoundDelivery } from "./find";
import type { DeliverySummary } from "./list";
import type { deliveryListSchema, deliverySchema, statsSchema } from "./response-schema";
import type { Stats } from "./stats";

type Summary = z.input<typeof deliveryListSchema>["deliveries"][number];

export const answerDelivery = (webhookId: string, { eventType: type, ...delivery }: DeliverySummary): Summary => ({
  id: delivery.id,
  webhookId,
  eventId: delivery.eventId,
  type,
  objectId: delivery.objectId,
  state: delivery.state as Summary["state"],
  isTest: delivery.isTest,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  lastError: delivery.lastError,
  behindPause: delivery.isBehindPause ?? false,
  createdAt: delivery.createdAt.toISOString(),
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  finishedAt: delivery.finishedAt?.toISOString() ?? null,
});

type Whole = z.input<typeof deliverySchema>;

/** With its attempts, and without the value of the partner's own header. */
export function answerFound({ event, tries, region, endpointId, ...delivery }: FoundDelivery): Whole {
  const body =
    event &&
    bodyOf({
      ...event,
      eventId: event.id,
      eventType: event.type,
      eventCreatedAt: event.createdAt,
      payload: event.payload,
    });
  return {
    ...answerDelivery(endpointId, delivery),
    region,
    body,
    tries: tries.map((attempt) => ({
      id: attempt.id,
      number: attempt.number,
      startedAt: attempt.startedAt.toISOString(),
      durationMs: attempt.durationMs,
      timings: attempt.timings as Record<string, number>,
      address: attempt.address,
      url: attempt.url,
      statusCode: attempt.statusCode,
      error: attempt.error as Whole["tries"][number]["error"],
      requestHeaders: maskedHeaders(attempt.requestHeaders),
      responseHeaders: (attempt.responseHeaders ?? {}) as Record<string, string>,
      responseBody: attempt.responseBody,
    })),
  };
}

export const answerStats = ({ span, slots, succeeded, failed, latency }: Stats): z.input<typeof statsSchema> => ({
  span,
  succeeded,
  failed,
  latencyMs: latency && { p50: latency.p50Ms, p95: latency.p95Ms },
  slots: slots.map(({ from, ...counts }) => ({ ...counts, from: from.toISOString() })),
});
