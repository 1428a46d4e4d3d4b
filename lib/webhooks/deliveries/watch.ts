import "server-only";
import { createHash } from "node:crypto";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { listDeliveries } from "./list";
import type { DeliveryFilter } from "./schema";

/** A text that changes when the newest deliveries that match, or the endpoint's replays, do. */
export async function watchDeliveries(member: Member, endpointId: string, filter: DeliveryFilter): Promise<string> {
  requirePermission(member, "webhooks:read");
  const [{ deliveries }, replays] = await Promise.all([
    listDeliveries(member, endpointId, { filter }),
    db.webhookReplay.findMany({
      where: { endpointId, businessId: member.businessId },
      orderBy: { createdAt: "desc" },
      select: { id: true, done: true, finishedAt: true, canceledAt: true },
      take: 3,
    }),
  ]);
  const seen = deliveries.map(({ id, state, attempts, nextAttemptAt }) => [id, state, attempts, nextAttemptAt]);
  return createHash("sha256")
    .update(JSON.stringify([seen, replays]))
    .digest("base64url");
}
