import "server-only";
import { db } from "@/lib/platform/db";
import type { TraceStep } from "./steps";

/** The most attempts of one delivery that are shown: the last ones. */
const mostAttempts = 20;

/** The events of a job that a webhook receives, with each attempt to deliver them, and the attempts that are planned. */
export async function readWebhooks(businessId: string, objectId: string): Promise<TraceStep[]> {
  const events = await db.event.findMany({
    where: { objectId, businessId, isTest: false },
    select: { id: true, type: true, createdAt: true },
  });
  const deliveries = await db.webhookDelivery.findMany({
    where: { eventId: { in: events.map(({ id }) => id) }, businessId },
    select: {
      ...{ id: true, eventId: true, endpointId: true, state: true, nextAttemptAt: true },
      endpoint: { select: { url: true } },
    },
  });
  const steps = await Promise.all(
    deliveries.map(async ({ id: deliveryId, endpointId, state, nextAttemptAt, endpoint }) => {
      const place = { endpointId, host: new URL(endpoint.url).host, deliveryId };
      const attempts = await db.webhookAttempt.findMany({
        where: { deliveryId },
        orderBy: { number: "desc" },
        select: { number: true, startedAt: true, statusCode: true, error: true, durationMs: true },
        take: mostAttempts,
      });
      const made = attempts
        .toReversed()
        .map(({ startedAt: at, ...attempt }): TraceStep => ({ kind: "attempt", at, ...attempt, ...place }));
      return state === "waiting" && nextAttemptAt
        ? [...made, { kind: "next" as const, at: nextAttemptAt, ...place }]
        : made;
    }),
  );
  const sent = events.filter(({ id }) => deliveries.some(({ eventId }) => eventId === id));
  return [
    ...sent.map(({ id: eventId, type, createdAt: at }) => ({ kind: "event" as const, at, type, eventId })),
    ...steps.flat(),
  ];
}
