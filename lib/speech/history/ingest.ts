import "server-only";
import { type FinishedJob, finishedJobSchema } from "@/lib/access/events/finished-job";
import { recordJobEvents } from "@/lib/access/events/record-jobs";
import { addUsage } from "@/lib/money/usage/roll-up";
import { addJobs } from "@/lib/money/usage/roll-up-hours";
import { captureHolds } from "@/lib/money/wallet/settle";
import { transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Handler } from "@/lib/platform/stream/stream";
import { findConflicts, recordCalls } from "./record";

/**
 * All or none. A recorded call is skipped, so a batch may be delivered any number of times; the same tracking ID with
 * other content is reported. Throws when any event is malformed: the stream then delivers them one by one.
 */
export const ingest: Handler<unknown> = async (events) => {
  const finished = events.map(({ payload }) => finishedJobSchema.parse(payload)).sort(byTrackingId);
  await transaction(async (sql) => {
    const recorded = new Set(await recordCalls(sql, finished));
    const fresh = finished.filter(({ trackingId }) => recorded.has(trackingId));
    const live = fresh.filter(({ mode }) => mode === "live");
    await addUsage(sql, live);
    await addJobs(sql, live);
    await recordJobEvents(sql, fresh);
    if (fresh.length < finished.length) {
      const conflicts = await findConflicts(sql, finished);
      for (const trackingId of conflicts) log.error({ trackingId }, "a call came again with another content");
    }
    // Last, because it locks the revenue account, which all batches share.
    const charged = fresh.filter(isCharged);
    const count = charged.length - (await captureHolds(sql, charged.map(captureOf)));
    if (count > 0) log.error({ count }, "calls are on record without their charge");
  });
};

/** The hold of a failed or free call was already released; if its process died, the reaper releases it. */
const isCharged = ({ amountMilli }: FinishedJob) => amountMilli !== "0";

/** Never more than the record says. */
const captureOf = ({ trackingId, amountMilli, units }: FinishedJob) => ({
  trackingId,
  amountMilli: BigInt(amountMilli),
  units,
});

/** The same order in all batches, so that batches with common calls wait for each other instead of deadlocking. */
const byTrackingId = (a: FinishedJob, b: FinishedJob) => (a.trackingId < b.trackingId ? -1 : 1);
