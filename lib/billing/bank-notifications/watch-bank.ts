import "server-only";
import { clock, days, hours, minutes } from "@/lib/clock";
import { sql } from "@/lib/db";
import { log } from "@/lib/log";

export const bankAlarms = ["waiting", "unmatched", "list", "rejected", "difference", "receivable"] as const;

export type BankAlarm = (typeof bankAlarms)[number];

// The bank account's balance is negative: money that comes in is debited there.
const find = `
  SELECT
    EXISTS (SELECT FROM bank_notifications WHERE status = 'pending' AND received_at < $1) AS waiting,
    EXISTS (SELECT FROM bank_transfers WHERE status = 'unmatched' AND recorded_at < $1) AS unmatched,
    EXISTS (SELECT FROM bank_list_cursors WHERE failing_since < $2) AS list,
    EXISTS (SELECT FROM bank_notifications
      WHERE status = 'rejected' AND received_at > $3 OR status = 'unrecorded' AND received_at > $4) AS rejected,
    EXISTS (SELECT FROM bank_days WHERE listed_vnd <> recorded_vnd AND checked_at > $5)
      OR coalesce((SELECT -balance_milli FROM wallet_accounts WHERE id = 'acc_bank'), 0)
        <> (SELECT coalesce(sum(CASE direction WHEN 'in' THEN amount_vnd ELSE -amount_vnd END), 0) * 1000 FROM bank_transfers)
      AS difference,
    EXISTS (SELECT FROM wallet_accounts WHERE kind = 'receivable' AND balance_milli <> 0) AS receivable`;

/**
 * What an operator has to look at: notifications that wait or transfers that are unmatched for a minute, a list that
 * cannot be read for ten, notifications that were rejected in the last hour or are verified and could not be recorded in
 * the last 30 days, a bank account that differed from its list in the last seven days or differs from the ledger, and
 * businesses that owe.
 */
export async function findBankAlarms(): Promise<BankAlarm[]> {
  const now = clock.now().getTime();
  const [found] = await sql<Record<BankAlarm, boolean>>("bank-alarms", find, [
    new Date(now - minutes(1)),
    new Date(now - minutes(10)),
    new Date(now - hours(1)),
    new Date(now - days(30)),
    new Date(now - days(7)),
  ]);
  return bankAlarms.filter((alarm) => found?.[alarm]);
}

/** Logs what an operator has to look at. */
export async function watchBank(): Promise<void> {
  const alarms = await findBankAlarms();
  if (alarms.length > 0) log.warn({ alarms }, "bank transfers need an operator: see docs/bank-transfers.md");
}
