import "server-only";
import { clock, days, hours } from "@/lib/clock";
import { db } from "@/lib/db";
import { log } from "@/lib/log";
import { disable } from "./disable";
import { disabledAfterMs, mailFailing } from "./mail";
import { failuresInARow } from "./record-attempt";

/** How old the first failure is at each notice; the first is sent after some failures in a row, however old. */
const noticeAgesMs = [0, days(1), days(3), disabledAfterMs - days(1)];

const batch = 200;

/**
 * Notifies members of endpoints whose attempts fail, and disables those that do so for five days. Test events count for
 * nothing. Returns how many notices were due.
 */
export async function watchFailures(): Promise<number> {
  const now = clock.now();
  let told = 0;
  for (let after = ""; ; ) {
    const endpoints = await db.webhookEndpoint.findMany({
      where: {
        ...{ id: { gt: after }, failures: { gte: failuresInARow }, pausedAt: null, disabledAt: null, deletedAt: null },
        business: { archivedAt: null },
      },
      select: { id: true, failingSince: true, lastFailedAt: true, noticesSent: true },
      orderBy: { id: "asc" },
      take: batch,
    });
    for (const endpoint of endpoints) {
      told += await watchOne(endpoint, now).catch((error: Error) => {
        log.error({ endpoint: endpoint.id, reason: error.message }, "a failing endpoint was not dealt with");
        return 0;
      });
    }
    const last = endpoints.at(-1);
    if (!last || endpoints.length < batch) return told;
    after = last.id;
  }
}

type Failing = { id: string; failingSince: Date | null; lastFailedAt: Date | null; noticesSent: number };

async function watchOne({ id, failingSince, lastFailedAt, noticesSent }: Failing, now: Date): Promise<number> {
  const ageMs = +now - +(failingSince ?? now);
  // A success meanwhile starts a new series.
  const isSame = { failingSince, failures: { gte: failuresInARow } };
  const isRecent = +now - +(lastFailedAt ?? 0) <= hours(24);
  if (ageMs >= disabledAfterMs) return isRecent && (await disable(id, "failing", isSame)) ? 1 : 0;
  const due = noticeAgesMs.filter((fromMs) => ageMs >= fromMs).length;
  if (due <= noticesSent) return 0;
  return db.$transaction(async (tx) => {
    const where = { ...isSame, id, noticesSent };
    const { count } = await tx.webhookEndpoint.updateMany({ where, data: { noticesSent: due } });
    if (count > 0) await mailFailing(tx, id, due === noticeAgesMs.length ? "webhookEnding" : "webhookFailing");
    return count;
  });
}
