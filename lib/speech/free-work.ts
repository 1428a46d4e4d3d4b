import "server-only";
import { countSilence } from "@/lib/wallet/allowances";
import { lowerHold } from "@/lib/wallet/holds";
import type { Call, Outcome } from "./run";

/** Each started ten seconds without speech cost 1 ₫ once the free ones of the day are used up. */
const silentSecondsPerDong = 10;

/**
 * What audio without speech costs: nothing within the business's free seconds of the day, then 1 ₫ for each started ten
 * seconds, and never more than the job's price. Lowers the job's hold to it.
 */
export async function chargeSilence(
  call: Call,
  durationSeconds: number,
): Promise<Pick<Outcome, "isFree" | "chargeMilli">> {
  const charged = await countSilence(call.caller.businessId, Math.ceil(durationSeconds));
  const silenceMilli = 1000n * BigInt(Math.ceil(charged / silentSecondsPerDong));
  if (silenceMilli === 0n) return { isFree: true };
  const chargeMilli = silenceMilli < call.amountMilli ? silenceMilli : call.amountMilli;
  await lowerHold(call.trackingId, chargeMilli);
  return { chargeMilli };
}
