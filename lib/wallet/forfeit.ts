import "server-only";
import type { Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { lockWallet } from "./lock-wallet";
import { postTransfer } from "./post-transfer";

/**
 * Empties the wallet of a business that is archived: unspent promotional credit returns to the promotion account.
 * Returns the amount. Throws CONFLICT while a job has a hold, the business owes something, or a đồng or more of its credit
 * was paid for: no bank pays less out.
 */
export async function forfeitCredit(tx: Transaction, businessId: string, reference: string): Promise<bigint> {
  const { available: amountMilli, held, receivable } = await lockWallet(tx, businessId);
  if (held !== 0n) throw new AppError("CONFLICT", { message: "lifecycle.callsRunning" });
  if (receivable !== 0n) throw new AppError("CONFLICT", { message: "lifecycle.moneyOwed" });
  if (amountMilli === 0n) return 0n;
  const paidMilli = await netPaid(tx, businessId);
  const refundableMilli = paidMilli < amountMilli ? paidMilli : amountMilli;
  if (refundableMilli >= 1000n) throw new AppError("CONFLICT", { message: "lifecycle.balanceLeft" });
  const debit = { businessId, kind: "available" } as const;
  await postTransfer(tx, { debit, credit: "promotion", amountMilli, kind: "forfeit", reference });
  return amountMilli;
}

/**
 * What a business paid, minus refunds; an operator's adjustments are no payments. Given credit counts as spent first, so this much of the available credit
 * is paid credit, up to all of it.
 */
export async function netPaid(tx: Transaction, businessId: string): Promise<bigint> {
  const [paid] = await tx.$queryRaw<{ amountMilli: bigint }[]>`
    SELECT coalesce(sum(moved.milli), 0)::bigint AS "amountMilli"
    FROM wallet_accounts a CROSS JOIN LATERAL (
      SELECT amount_milli AS milli, debit_account_id AS other_id, kind FROM transfers WHERE credit_account_id = a.id
      UNION ALL
      SELECT -amount_milli, credit_account_id, kind FROM transfers WHERE debit_account_id = a.id
    ) AS moved JOIN wallet_accounts other ON other.id = moved.other_id
    WHERE a.business_id = ${businessId} AND a.kind = 'available' AND other.kind NOT IN ('held', 'promotion')
      AND moved.kind <> 'adjustment'`;
  return paid?.amountMilli ?? 0n;
}
