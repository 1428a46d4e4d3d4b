import "server-only";
import { findSubscribers, sqlOf, writeEvents } from "@/lib/access/events/write-events";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { cancelDeliveries } from "@/lib/webhooks/endpoints/cancel-deliveries";
import { withoutQuery } from "@/lib/webhooks/endpoints/describe";
import { mailDisabled } from "./mail";

export type DisabledReason = "failing" | "gone" | "receiver";

/** Returns false for an endpoint that is disabled or deleted already, or does not meet `also`. */
export async function disable(endpointId: string, reason: DisabledReason, also: object = {}): Promise<boolean> {
  const disabledAt = clock.now();
  return db.$transaction(async (tx) => {
    const where = { ...also, id: endpointId, disabledAt: null, deletedAt: null };
    const { count } = await tx.webhookEndpoint.updateMany({ where, data: { disabledAt, disabledReason: reason } });
    if (count === 0) return false;
    await cancelDeliveries(sqlOf(tx), endpointId, { isKept: true });
    await recordDisabled(tx, endpointId, { reason, disabledAt: disabledAt.toISOString() });
    await mailDisabled(tx, endpointId, reason);
    return true;
  });
}

type Disabled = { reason: DisabledReason; disabledAt: string };

async function recordDisabled(tx: Transaction, endpointId: string, disabled: Disabled): Promise<void> {
  const { businessId, url, eventSequence } = await tx.webhookEndpoint.update({
    where: { id: endpointId },
    data: { eventSequence: { increment: 1 } },
    select: { businessId: true, url: true, eventSequence: true },
  });
  const payload = { endpointId, url: withoutQuery(url), ...disabled };
  const event = {
    businessId,
    type: "webhook.disabled" as const,
    objectId: endpointId,
    sequence: eventSequence,
    payload,
  };
  const others = (await findSubscribers(sqlOf(tx), [businessId])).filter(({ id }) => id !== endpointId);
  await writeEvents(sqlOf(tx), [event], others);
}
