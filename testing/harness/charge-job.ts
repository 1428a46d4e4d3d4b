import { holdCredit } from "@/lib/money/wallet/holds";
import { captureHolds } from "@/lib/money/wallet/settle";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/** A job that was charged, or only held. Returns its trackingId. */
export async function chargeJob(businessId: string, amountMilli: bigint, { capture = true } = {}): Promise<string> {
  const trackingId = newId("tts");
  await holdCredit({ businessId, trackingId, amountMilli });
  if (capture) await captureHolds(sql, [trackingId]);
  return trackingId;
}
