import "server-only";
import { countSilence } from "@/lib/wallet/allowances";
import { isPaid, lowerFor } from "./call-hold";
import type { Call, Outcome } from "./run";

/**
 * Returns the charge for audio without speech: zero within the business's free seconds of the day, then the price of each
 * started second of each channel, since recognizing silence takes as long. Lowers the job's hold to it.
 */
export async function chargeSilence(
  call: Call,
  seconds: number,
): Promise<Pick<Outcome, "isFree" | "chargeMilli" | "chargeUnits">> {
  if (!isPaid(call)) return { isFree: true };
  const chargeUnits = await countSilence(call.caller.businessId, seconds);
  if (chargeUnits === 0) return { isFree: true };
  const chargeMilli = (call.amountMilli * BigInt(chargeUnits)) / BigInt(seconds);
  await lowerFor(call, chargeMilli, call.priceId === null ? undefined : chargeUnits);
  return { chargeMilli, chargeUnits };
}
