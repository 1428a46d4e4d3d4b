import { recordBankTransfer } from "@/lib/billing/bank-transfers/record";
import type { BankReport } from "@/lib/billing/bank-transfers/report";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import { audit } from "@/lib/wallet/audit";

/** What a bank reports of a transfer without a code, unless wished otherwise. Returns the bank transfer's id. */
export async function bankReports(options: Partial<BankReport> = {}): Promise<string> {
  const sourceId = newId("transfer");
  const { transferId } = await db.$transaction((tx) =>
    recordBankTransfer(tx, {
      source: "sepay",
      sourceId,
      direction: "in",
      accountNumber: "0011001932418",
      reference: sourceId,
      amountVnd: 200_000n,
      occurredAt: clock.now(),
      memo: "NGUYEN VAN A chuyen tien",
      payer: { account: "9704123456789", name: "NGUYEN VAN A" },
      ...options,
    }),
  );
  return transferId;
}

/** What a business has and owes, in thousandths of a đồng. */
export async function walletOf(businessId: string) {
  const accounts = await db.walletAccount.findMany({ where: { businessId } });
  const of = (kind: string) => accounts.find((account) => account.kind === kind)?.balanceMilli ?? 0n;
  return { available: of("available"), receivable: of("receivable") };
}

/** Differences of the ledger, and what the ledger's bank account differs from the recorded bank transfers by. */
export async function findBookErrors(): Promise<{ differences: unknown[]; bankMilli: bigint | undefined }> {
  const [bank] = await db.$queryRaw<{ milli: bigint }[]>`
    SELECT -a.balance_milli - coalesce((SELECT sum(CASE direction WHEN 'in' THEN amount_vnd ELSE -amount_vnd END)
      FROM bank_transfers WHERE status <> 'void'), 0)::bigint * 1000 AS milli FROM wallet_accounts a WHERE a.id = 'acc_bank'`;
  return { differences: await audit(), bankMilli: bank?.milli };
}

export const noBookErrors = { differences: [], bankMilli: 0n };
