import "server-only";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { netPaid } from "./forfeit";
import { lockWallet } from "./lock-wallet";
import { postTransfer } from "./post-transfer";

const unrecorded = `SELECT a.business_id AS "businessId" FROM wallet_accounts a
  JOIN transfers t ON t.reference = 'welcome:' || a.business_id
  WHERE a.kind = 'available' AND NOT EXISTS (SELECT FROM credit_grants g WHERE g.business_id = a.business_id) LIMIT 100`;

/** Records the free credit of up to 100 businesses that were given it before it had rows, and returns how many. */
export async function recordEarlierGrants(): Promise<number> {
  const businesses = await sql<{ businessId: string }>(undefined, unrecorded, []);
  for (const { businessId } of businesses) await db.$transaction((tx) => recordEarlier(tx, businessId));
  return businesses.length;
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** The same for one business, unless it has rows: what is left of what it was given, and the revenue from the rest. */
export async function recordEarlier(tx: Transaction, businessId: string): Promise<void> {
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
