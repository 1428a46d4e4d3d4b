import "server-only";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { disable } from "./disable";
import { disabledAfterMs, mailFailing } from "./mail";
import { failedEvents, failuresInARow } from "./record-attempt";

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
        ...{ id: { gt: after }, failures: { gte: failuresInARow }, pausedAt: null, disabledAt: null, deletedAt: null },
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
