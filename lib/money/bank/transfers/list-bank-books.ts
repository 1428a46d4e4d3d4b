import "server-only";
import { clock, days } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";

export type BankLine = { accountNumber: string; recordedVnd: bigint };
export type DayLine = { accountNumber: string; day: string; listedVnd: bigint; recordedVnd: bigint };

export type VoidLine = BankLine & { id: string; direction: string; day: string; decision: string };

export type BankBooks = {
  accounts: BankLine[];
  /** Transfers that an operator took out of the books since they were never at the bank, the newest first. */
  voided: VoidLine[];
  /** What the ledger says is in the bank: its account is below zero by that. */
  ledgerMilli: bigint;
  /** Days on which the bank's list says something else. */
  days: DayLine[];
};

const accounts = `SELECT account_number AS "accountNumber",
    sum(CASE direction WHEN 'in' THEN amount_vnd ELSE -amount_vnd END)::bigint AS "recordedVnd"
  FROM bank_transfers WHERE status <> 'void' GROUP BY account_number ORDER BY account_number`;

const voided = `SELECT id, account_number AS "accountNumber", direction, amount_vnd AS "recordedVnd", decision,
    (occurred_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date::text AS day
  FROM bank_transfers WHERE status = 'void' ORDER BY settled_at DESC, id LIMIT 100`;

const ledger = `SELECT -balance_milli AS milli FROM wallet_accounts WHERE id = 'acc_bank'`;

/** A day is compared for two days; what it differs by is shown for this long after. */
export const differenceMs = days(7);

const differingDays = `SELECT account_number AS "accountNumber", day::text, listed_vnd AS "listedVnd", recorded_vnd AS "recordedVnd"
  FROM bank_days WHERE listed_vnd <> recorded_vnd AND checked_at > $1 ORDER BY day, account_number`;

/** Incoming minus outgoing bank transfers of each account, beside the ledger and the bank's list. */
export async function readBankBooks(sql: Sql): Promise<BankBooks> {
  const [found] = await sql<{ milli: bigint }>(undefined, ledger, []);
  return {
    accounts: await sql<BankLine>(undefined, accounts, []),
    voided: await sql<VoidLine>(undefined, voided, []),
    ledgerMilli: found?.milli ?? 0n,
    days: await sql<DayLine>(undefined, differingDays, [new Date(clock.now().getTime() - differenceMs)]),
  };
}
