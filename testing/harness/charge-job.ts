import { sql } from "@/lib/db";
import { newId } from "@/lib/ids";
import { holdCredit } from "@/lib/wallet/holds";
import { captureHolds } from "@/lib/wallet/settle";

/** A job that was charged, or only held. Returns its trackingId. */
export async function chargeJob(businessId: string, amountMilli: bigint, { capture = true } = {}): Promise<string> {
  const trackingId = newId("tts");
  await holdCredit({ businessId, trackingId, amountMilli });
  if (capture) await captureHolds(sql, [trackingId]);
  return trackingId;
}
