import { expect, vi } from "vitest";
import { speechFinished } from "@/lib/access/events/finished-job";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { openStream } from "@/lib/platform/stream/open";
import { reapHolds, startIngest } from "@/lib/server/worker/finished-calls";

/** Simulates a much later time: published calls are recorded and charged, and the holds of dead ones released. */
export async function settleCalls() {
  const worker = startIngest(openStream());
  await db.streamMessage.updateMany({ data: { availableAt: new Date(0) } });
  // In the table by count, since the lag follows a clock that tests set.
  const waiting = { topic: speechFinished, failedAt: null };
  const drained = async () =>
    expect([await db.streamMessage.count({ where: waiting }), await openStream().lag(speechFinished)]).toEqual([0, 0]);
  await vi.waitFor(drained, { timeout: 20_000 });
  await worker.stop();
  clock.advance(minutes(10));
  await reapHolds(openStream());
  clock.reset();
}
