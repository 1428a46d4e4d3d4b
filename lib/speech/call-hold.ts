import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { holdCredit, lowerHold, type Raise, raiseHold, releaseFailed, releaseHold } from "@/lib/money/wallet/holds";
import type { Call, Delivered, Outcome } from "./run";

type Held = Pick<Call, "caller" | "trackingId">;

/** Whether a job is paid for: what a test key asks for is free, and no credit is held for it. */
export const isPaid = ({ caller }: Pick<Call, "caller">): boolean => caller.mode !== "test";

/**
 * A job's share of engines and processors. All test keys have one share, so that they take none from live keys, and
 * divide it by person, because one person can own many businesses.
 */
export const shareOf = ({ businessId, mode, ownerId }: Pick<Caller, "businessId" | "mode" | "ownerId">): string =>
  mode === "test" ? `test keys/${ownerId ?? businessId}` : businessId;

export const holdOf = ({ caller, trackingId, amountMilli, priceId, units, expiresInMs }: Call) => ({
  businessId: caller.businessId,
  keyId: caller.keyId,
  trackingId,
  amountMilli,
  priceId,
  units,
  expiresInMs,
});

/** Whether credit is held only when the job is published, not to delay the engine; what the key can spend is known. */
export const canHoldLate = ({
  caller,
  amountMilli,
  idempotency,
}: Pick<Call, "caller" | "amountMilli" | "idempotency">) =>
  !idempotency && (caller.spendableMilli ?? -1n) >= amountMilli;

export const holdFor = async (call: Call): Promise<void> => {
  if (isPaid(call)) await holdCredit(holdOf(call));
};

export const raiseFor = async (call: Held, raise: Raise, expiresInMs: number): Promise<void> => {
  if (isPaid(call)) await raiseHold(call.trackingId, raise, expiresInMs);
};

export const lowerFor = async (call: Held, amountMilli: bigint, units?: number): Promise<void> => {
  if (isPaid(call)) await lowerHold(call.trackingId, amountMilli, units);
};

/** Charges what a client got of a result that ended early: the hold is lowered to it. */
export async function chargeDelivered(
  call: Held,
  { amountMilli, units }: Delivered,
): Promise<Pick<Outcome, "chargeMilli" | "chargeUnits">> {
  await lowerFor(call, amountMilli, units);
  return { chargeMilli: amountMilli, chargeUnits: units };
}

export const releaseFor = async (call: Held): Promise<void> => {
  if (isPaid(call)) await releaseHold(call.trackingId);
};

export const releaseFailedFor = async (call: Held): Promise<void> => {
  if (isPaid(call)) await releaseFailed(call.trackingId);
};
