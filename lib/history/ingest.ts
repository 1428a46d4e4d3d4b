import "server-only";
import { transaction } from "@/lib/db";
import { recordKeyDays } from "@/lib/keys/days";
import { log } from "@/lib/log";
import type { SpeechFinished } from "@/lib/speech/finished";
import type { Handler } from "@/lib/stream/stream";
import { captureHolds } from "@/lib/wallet/settle";
import { findConflicts, recordCalls } from "./record";
import { speechFinishedSchema } from "./schema";

/**
 * Takes finished calls into history and charges them, all or none. A call already on record changes nothing, so a
 * batch may come any number of times; the same trackingId with another content is reported and left out. Throws when
 * any event is malformed: the stream then offers them one by one.
 */
export const ingest: Handler<unknown> = async (events) => {
  const finished = events.map(({ payload }) => speechFinishedSchema.parse(payload)).sort(byTrackingId);
  await transaction(async (sql) => {
    const recorded = new Set(await recordCalls(sql, finished));
    const fresh = finished.filter(({ trackingId }) => recorded.has(trackingId));
    await recordKeyDays(sql, fresh);
    if (fresh.length < finished.length) {
      const conflicts = await findConflicts(sql, finished);
      for (const trackingId of conflicts) log.error({ trackingId }, "a call came again with another content");
    }
    // Last, for it locks the revenue account, which all batches share.
    const charged = fresh.filter(isCharged);
    const count = charged.length - (await captureHolds(sql, idsOf(charged)));
    if (count > 0) log.error({ count }, "calls are on record without their charge");
  });
};

/** Failed calls, and those that came to nothing, have given their credit back; if their process died, the reaper does. */
const isCharged = ({ amountMilli }: SpeechFinished) => amountMilli !== "0";

const idsOf = (calls: SpeechFinished[]) => calls.map(({ trackingId }) => trackingId);

/** One order for all batches, so that two which share calls wait for each other instead of deadlocking. */
const byTrackingId = (a: SpeechFinished, b: SpeechFinished) => (a.trackingId < b.trackingId ? -1 : 1);
