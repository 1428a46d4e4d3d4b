import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { netPaid } from "./forfeit";
import { lockWallet } from "./lock-wallet";
import { postTransfer } from "./post-transfer";

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/**
 * Gives a business whose free credit has no rows one row: what is left of what it was given, and the revenue from the
 * rest. Does nothing for a business that has rows, or that was given nothing.
 */
export async function recordMissingGrant(tx: Transaction, businessId: string): Promise<void> {
  const isRecorded = () => tx.creditGrant.findFirst({ where: { businessId }, select: { id: true } });
  if (await isRecorded()) return;
  const { available, held } = await lockWallet(tx, businessId, ["revenue", "promotional_revenue"]);
  if (await isRecorded()) return;
  const [given] = await tx.$queryRaw<{ amountMilli: bigint | null; returnedMilli: bigint | null; at: Date | null }[]>`
    SELECT sum(t.amount_milli) FILTER (WHERE t.credit_account_id = a.id)::bigint AS "amountMilli", min(t.created_at) AS at,
      sum(t.amount_milli) FILTER (WHERE t.debit_account_id = a.id)::bigint AS "returnedMilli"
    FROM wallet_accounts a JOIN transfers t ON a.id IN (t.credit_account_id, t.debit_account_id)
    WHERE a.business_id = ${businessId} AND a.kind = 'available' AND t.kind IN ('welcome', 'adjustment', 'forfeit')`;
  if (!given?.amountMilli || !given.at) return;
  const { amountMilli, returnedMilli: takenMilli } = given;
  const leftMilli = available + held - (await netPaid(tx, businessId));
  const remainingMilli = least(leftMilli > 0n ? leftMilli : 0n, amountMilli);
  const goneMilli = amountMilli - remainingMilli;
  const returnedMilli = least(takenMilli ?? 0n, goneMilli);
  const row = { id: newId("grant"), businessId, kind: "welcome", amountMilli, remainingMilli, returnedMilli };
  await tx.creditGrant.create({ data: { ...row, createdAt: given.at }, select: { id: true } });
  const spentMilli = goneMilli - returnedMilli;
  if (spentMilli === 0n) return;
  const sides = { debit: "revenue", credit: "promotional_revenue", kind: "promotional" } as const;
  await postTransfer(tx, { ...sides, amountMilli: spentMilli, reference: `promotional:${businessId}` });
}
