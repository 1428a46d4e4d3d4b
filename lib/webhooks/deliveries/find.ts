import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { checkWebhooks } from "@/lib/webhooks/endpoints/check";
import type { Event } from "@/prisma/generated/client";
import type { WebhookAttemptGetPayload } from "@/prisma/generated/models";
import { afterPause, type DeliverySummary, summary } from "./list";

const attempt = {
  id: true,
  number: true,
  startedAt: true,
  durationMs: true,
  timings: true,
  address: true,
  url: true,
  requestHeaders: true,
  statusCode: true,
  responseHeaders: true,
  responseBody: true,
  error: true,
} as const;

export type AttemptRow = WebhookAttemptGetPayload<{ select: typeof attempt }>;

/** A delivery with its event, which is null once its 30 days are over, and its last 100 attempts, the newest first. */
export type FoundDelivery = DeliverySummary & {
  region: string;
  endpointId: string;
  event: Event | null;
  tries: AttemptRow[];
};

/** One delivery, of one endpoint if that is given. Throws NOT_FOUND, also for another business's or another endpoint's. */
export async function findDelivery(
  by: Member | Caller,
  endpointId: string | undefined,
  id: string,
): Promise<FoundDelivery> {
  checkWebhooks(by, "webhooks:read");
  const { businessId } = by;
  const where = { id, endpointId, businessId };
  const mayExist = isId("delivery", id) && (endpointId === undefined || isId("webhook", endpointId));
  const found = mayExist
    ? await db.webhookDelivery.findMany({ where, select: { ...summary, region: true, endpointId: true }, take: 1 })
    : [];
  const [delivery] = found[0] ? await afterPause(found[0].endpointId, found) : [];
  if (!delivery) throw new AppError("NOT_FOUND");
  const [event, tries] = await Promise.all([
    db.event.findFirst({ where: { id: delivery.eventId, businessId } }),
    db.webhookAttempt.findMany({
      where: { deliveryId: id },
      orderBy: { number: "desc" },
      select: attempt,
      take: 100,
    }),
  ]);
  return { ...delivery, event, tries };
}

export type LastFailure = {
  deliveryId: string;
  error: string | null;
  statusCode: number | null;
  /** The first line of the response, shortened; empty without one. */
  said: string;
};

const longestLine = 200;

/** The last failure that counted, also once it works again; null without one of 30 days, and for another business's. */
export async function findLastFailure(by: Member | Caller, endpointId: string): Promise<LastFailure | null> {
  checkWebhooks(by, "webhooks:read");
  const where = { id: endpointId, businessId: by.businessId };
  const endpoint = await db.webhookEndpoint.findFirst({ where, select: { lastFailedAt: true } });
  if (!endpoint?.lastFailedAt) return null;
  // By its time, by which attempts have an index.
  const last = await db.webhookAttempt.findFirst({
    where: { startedAt: endpoint.lastFailedAt, endpointId, error: { not: null } },
    select: { deliveryId: true, error: true, statusCode: true, responseBody: true },
  });
  if (!last) return null;
  const { responseBody, ...failure } = last;
  const [line = ""] = (responseBody ?? "").trim().split("\n");
  return { ...failure, said: line.trim().slice(0, longestLine) };
}
