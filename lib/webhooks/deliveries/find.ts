import "server-only";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { type Member, requirePermission } from "@/lib/principals/member";
import type { Event } from "@/prisma/generated/client";
import type { WebhookAttemptGetPayload } from "@/prisma/generated/models";
import { type DeliverySummary, summary } from "./list";
import { afterPause } from "./schedule";

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
export type FoundDelivery = DeliverySummary & { region: string; event: Event | null; tries: AttemptRow[] };

/** One delivery to an endpoint. Throws NOT_FOUND, also for another business's or another endpoint's. */
export async function findDelivery(member: Member, endpointId: string, id: string): Promise<FoundDelivery> {
  requirePermission(member, "webhooks:read");
  const { businessId } = member;
  const where = { id, endpointId, businessId };
  const mayExist = isId("delivery", id) && isId("webhook", endpointId);
  const found = mayExist
    ? await db.webhookDelivery.findMany({ where, select: { ...summary, region: true }, take: 1 })
    : [];
  const [delivery] = await afterPause(endpointId, found);
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
