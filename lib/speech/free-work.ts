import "server-only";
import { countSilence } from "@/lib/wallet/allowances";
import { lowerHold } from "@/lib/wallet/holds";
import type { Call, Outcome } from "./run";

/** After the day's free seconds, each started ten seconds without speech cost 1 ₫. */
const silentSecondsPerDong = 10;

/**
 * Returns the charge for audio without speech: zero within the business's free seconds of the day, then 1 ₫ for each
 * started ten seconds, and at most the job's price. Lowers the job's hold to it.
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
