import { recordBankTransfer } from "@/lib/money/bank/transfers/record";
import type { BankReport } from "@/lib/money/bank/transfers/report";
import { newMemoCode } from "@/lib/money/top-ups/memo-code";
import { audit } from "@/lib/money/wallet/books/differences";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/** What a bank reports of a transfer without a code, unless wished otherwise. */
export function makeReport(options: Partial<BankReport> = {}): BankReport {
  const sourceId = newId("transfer");
  return {
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
  };
}

export const recordReport = (report: BankReport) => db.$transaction((tx) => recordBankTransfer(tx, report));

/** Records a report. Returns the bank transfer's id. */
export const bankReports = async (options: Partial<BankReport> = {}): Promise<string> =>
  (await recordReport(makeReport(options))).transferId;

/** A top-up that waits for its payment. */
export async function makeTopUp(businessId: string, amountVnd = 200_000n) {
  const [createdAt, code] = [clock.now(), newMemoCode()];
  const expiresAt = new Date(createdAt.getTime() + hours(24));
  const data = { id: newId("topUp"), businessId, method: "bank_transfer", amountVnd, code, createdAt, expiresAt };
  await db.topUp.create({ data });
  return { id: data.id, code };
}

/** Spends credit as a charge does, without a job. */
export async function spend(businessId: string, amountVnd: bigint): Promise<void> {
  const debit = { businessId, kind: "available" } as const;
  const reference = `test:${newId("transfer")}`;
  await db.$transaction((tx) =>
    postTransfer(tx, { debit, credit: "revenue", amountMilli: amountVnd * 1000n, kind: "adjustment", reference }),
  );
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
