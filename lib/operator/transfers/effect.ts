import "server-only";
import { sql } from "@/lib/platform/db";

/** What crediting a transfer would do to a business. In thousandths of a đồng. */
export type Effect = {
  availableMilli: bigint;
  owedMilli: bigint;
  /** The part of the transfer that pays what it owes. */
  settledMilli: bigint;
  availableAfterMilli: bigint;
  /** Whether what it owes is paid then, so that it works again. */
  resumes: boolean;
};

const balances = `SELECT business_id AS "businessId", kind::text AS kind, balance_milli AS milli FROM wallet_accounts
  WHERE business_id = ANY ($1) AND kind IN ('available', 'receivable')`;

/** What each of these businesses would have if it was credited this amount. */
export async function findEffects(businessIds: readonly string[], amountVnd: bigint): Promise<Map<string, Effect>> {
  const rows = await sql<{ businessId: string; kind: string; milli: bigint }>("effects", balances, [businessIds]);
  const of = (id: string, kind: string) => rows.find((row) => row.businessId === id && row.kind === kind)?.milli ?? 0n;
  return new Map(
    businessIds.map((id) => {
      const [availableMilli, owedMilli, amountMilli] = [of(id, "available"), -of(id, "receivable"), amountVnd * 1000n];
      const settledMilli = owedMilli < amountMilli ? owedMilli : amountMilli;
      const availableAfterMilli = availableMilli + amountMilli - settledMilli;
      const resumes = owedMilli > 0n && settledMilli === owedMilli;
      return [id, { availableMilli, owedMilli, settledMilli, availableAfterMilli, resumes }];
    }),
  );
}
