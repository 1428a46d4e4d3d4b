import "server-only";
import { findSubscribers, sqlOf, writeEvents } from "@/lib/access/events/write-events";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { withoutQuery } from "@/lib/webhooks/endpoints/endpoint";
import { cancelDeliveries } from "@/lib/webhooks/endpoints/lifecycle";
import { mailDisabled, mailFailing } from "./failure-mails";
import { failedEvents, failuresInARow } from "./record";
import { disabledAfterMs } from "./retry-schedule";

/** How old the first failure is at each email. The notice before them is sent after some events failed, however soon. */
const mailAgesMs = [minutes(5), days(1), days(3), disabledAfterMs - days(1)];

const batch = 200;

/** Notifies members, and disables after five days of failures. Tests do not count. Returns the number of notices. */
export async function watchFailures(): Promise<number> {
  const now = clock.now();
  let notified = 0;
  for (let after = ""; ; ) {
    const endpoints = await db.webhookEndpoint.findMany({
      where: {
        id: { gt: after },
        failures: { gte: failuresInARow },
        pausedAt: null,
        disabledAt: null,
        deletedAt: null,
        business: { archivedAt: null },
      },
      select: { id: true, failingSince: true, lastFailedAt: true, failingDeliveries: true, noticesSent: true },
      orderBy: { id: "asc" },
      take: batch,
    });
    for (const endpoint of endpoints) {
      notified += await watchOne(endpoint, now).catch((error: Error) => {
        log.error({ endpoint: endpoint.id, reason: error.message }, "a failing endpoint was not dealt with");
        return 0;
      });
    }
    const last = endpoints.at(-1);
    if (!last || endpoints.length < batch) return notified;
    after = last.id;
  }
}

type Failing = {
  id: string;
  failingSince: Date | null;
  lastFailedAt: Date | null;
  failingDeliveries: string[];
  noticesSent: number;
};

async function watchOne(endpoint: Failing, now: Date): Promise<number> {
  const { id, failingSince, lastFailedAt, failingDeliveries, noticesSent } = endpoint;
  const ageMs = +now - +(failingSince ?? now);
  // A success meanwhile starts a new series.
  const isSame = { failingSince, failures: { gte: failuresInARow } };
  const isRecent = +now - +(lastFailedAt ?? 0) <= hours(24);
  if (ageMs >= disabledAfterMs) return isRecent && (await disable(id, "failing", isSame)) ? 1 : 0;
  // Without an attempt since, it is not known whether it still fails.
  const failedMs = +(lastFailedAt ?? 0) - +(failingSince ?? 0);
  const mails = mailAgesMs.filter((fromMs) => (fromMs > minutes(5) ? ageMs : failedMs) >= fromMs).length;
  const due = mails > 0 ? mails + 1 : Number(failingDeliveries.length >= failedEvents);
  if (due <= noticesSent) return 0;
  return db.$transaction(async (tx) => {
    const where = { ...isSame, id, noticesSent };
    const { count } = await tx.webhookEndpoint.updateMany({ where, data: { noticesSent: due } });
    const kind = mails === mailAgesMs.length ? "webhookEnding" : "webhookFailing";
    if (count > 0) await mailFailing(tx, id, kind, { isMailed: mails > 0 });
    return count;
  });
}

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
