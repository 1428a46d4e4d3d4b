import "server-only";
import type { Sql } from "@/lib/db";

export type BankLine = { accountNumber: string; recordedVnd: bigint };
export type DayLine = { accountNumber: string; day: string; listedVnd: bigint; recordedVnd: bigint };

export type BankBooks = {
  accounts: BankLine[];
  /** What the ledger says is in the bank: its account is below zero by that. */
  ledgerMilli: bigint;
  /** Days on which the bank's list says something else. */
  days: DayLine[];
};

const accounts = `SELECT account_number AS "accountNumber",
    sum(CASE direction WHEN 'in' THEN amount_vnd ELSE -amount_vnd END)::bigint AS "recordedVnd"
  FROM bank_transfers GROUP BY account_number ORDER BY account_number`;

const ledger = `SELECT -balance_milli AS milli FROM wallet_accounts WHERE id = 'acc_bank'`;

const days = `SELECT account_number AS "accountNumber", day::text, listed_vnd AS "listedVnd", recorded_vnd AS "recordedVnd"
  FROM bank_days WHERE listed_vnd <> recorded_vnd ORDER BY day, account_number`;

/** Incoming minus outgoing bank transfers of each account, beside the ledger and the bank's list. */
export async function readBankBooks(sql: Sql): Promise<BankBooks> {
  const [found] = await sql<{ milli: bigint }>(undefined, ledger, []);
  return {
    accounts: await sql<BankLine>(undefined, accounts, []),
    ledgerMilli: found?.milli ?? 0n,
    days: await sql<DayLine>(undefined, days, []),
  };
}
