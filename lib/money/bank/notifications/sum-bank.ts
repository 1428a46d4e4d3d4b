import "server-only";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

// In one statement: both sums are of one moment. The bank's balance is negative, since incoming money is debited there.
const sum = `
  INSERT INTO bank_sums (id, summed_at, ledger_milli, recorded_milli)
  SELECT 1, $1::timestamptz, coalesce((SELECT -balance_milli FROM wallet_accounts WHERE id = 'acc_bank'), 0),
    coalesce(sum(CASE direction WHEN 'in' THEN amount_vnd ELSE -amount_vnd END), 0) * 1000
  FROM bank_transfers WHERE status <> 'void'
  ON CONFLICT (id) DO UPDATE SET summed_at = excluded.summed_at, ledger_milli = excluded.ledger_milli,
    recorded_milli = excluded.recorded_milli
  RETURNING ledger_milli <> recorded_milli AS differ`;

/** Sums all bank transfers, and keeps the result beside the ledger's account of the bank for /health. */
export async function sumBank(): Promise<void> {
  const [sums] = await sql<{ differ: boolean }>(undefined, sum, [clock.now()]);
  if (sums?.differ) log.error("the ledger's account of the bank differs from the recorded bank transfers");
}
