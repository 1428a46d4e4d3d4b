import "server-only";
import { seconds } from "@/lib/clock";
import { newId } from "@/lib/ids";
import { countSilence } from "@/lib/wallet/allowances";
import { holdCredit, lowerHold, releaseHold, releaseIfFails } from "@/lib/wallet/holds";
import { type Call, isDecodedInVain, isDisconnect, isFreeFailure, type Outcome, runCall } from "./run";

/** Waiting for a decoder and decoding take 70 s at most. */
const decodingMs = seconds(90);

/**
 * Decodes while one second's price is held, so that nothing is decoded for a business that could not pay. `call` is the
 * job at that price: its client's disconnection, or a file that is rejected after decoding, costs as much once the free
 * ones of the day are used up. Throws INSUFFICIENT_CREDIT, SPEND_CAP_REACHED.
 */
export async function decodeHeld<Decoded>(call: Call, decode: () => Promise<Decoded>): Promise<Decoded> {
  const { caller, amountMilli } = call;
  const { businessId, keyId } = caller;
  // A hold of its own: it ends before the job's price is known and held.
  const trackingId = newId("stt");
  await holdCredit({ businessId, keyId, trackingId, amountMilli, expiresInMs: decodingMs });
  try {
    const decoded = await releaseIfFails(trackingId, decode);
    await releaseHold(trackingId);
    return decoded;
  } catch (error) {
    const isCharged = isDecodedInVain(call, error) && !(await isFreeFailure(call));
    if (isCharged || isDisconnect(call, error)) await runCall(call, () => Promise.reject(error));
    throw error;
  }
}

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
