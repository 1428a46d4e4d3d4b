import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { returnGrants } from "./grants";
import { lockWallet } from "./lock-wallet";
import { postTransfer } from "./post-transfer";

/** Returns the amount. Throws CONFLICT for a hold, a debt, or a đồng or more of paid credit: no bank pays less out. */
export async function forfeitCredit(tx: Transaction, businessId: string, reference: string): Promise<bigint> {
  const { available: amountMilli, held, receivable } = await lockWallet(tx, businessId);
  if (held !== 0n) throw new AppError("CONFLICT", { message: "businesses.callsRunning" });
  if (receivable !== 0n) throw new AppError("CONFLICT", { message: "businesses.moneyOwed" });
  if (amountMilli === 0n) return 0n;
  const paidMilli = await netPaid(tx, businessId);
  const refundableMilli = paidMilli < amountMilli ? paidMilli : amountMilli;
  if (refundableMilli >= 1000n) throw new AppError("CONFLICT", { message: "businesses.balanceLeft" });
  const debit = { businessId, kind: "available" } as const;
  await postTransfer(tx, { debit, credit: "promotion", amountMilli, kind: "forfeit", reference });
  await returnGrants(tx, businessId, amountMilli);
  return amountMilli;
}

/** What is left of payments. Given credit counts as spent first: payments are spent so far as charges exceeded it. */
export async function netPaid(tx: Transaction, businessId: string): Promise<bigint> {
  const [paid] = await tx.$queryRaw<{ amountMilli: bigint }[]>`
    WITH own AS (
      SELECT id, kind FROM wallet_accounts WHERE business_id = ${businessId} AND kind IN ('available', 'held')
    ), moved AS (
      SELECT t.id, t.created_at, t.kind, t.amount_milli * CASE WHEN t.credit_account_id = own.id THEN 1 ELSE -1 END AS milli
      FROM transfers t JOIN own ON own.id IN (t.credit_account_id, t.debit_account_id)
      WHERE own.kind = 'available' AND t.kind NOT IN ('hold', 'release') OR own.kind = 'held' AND t.kind = 'charge'
    ), spent AS (
      SELECT kind, milli, sum(CASE WHEN kind IN ('charge', 'adjustment', 'welcome', 'promotion', 'expiry', 'forfeit') THEN -milli ELSE 0 END)
        OVER (ORDER BY created_at, id) AS milli_of_payments
      FROM moved
    )
    SELECT (coalesce(sum(milli) FILTER (WHERE kind IN ('top_up', 'claim', 'reversal', 'refund')), 0)
      - greatest(coalesce(max(milli_of_payments), 0), 0))::bigint AS "amountMilli"
    FROM spent`;
  return paid?.amountMilli ?? 0n;
}
