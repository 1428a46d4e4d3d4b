import { type BankBooks, readBankBooks } from "@/lib/money/bank/transfers/list-bank-books";
import { inOneSnapshot } from "@/lib/money/wallet/books/audit-books";
import { type Checkpoint, findCheckpoint } from "@/lib/money/wallet/books/checkpoint";
import { type Difference, findDifferences, findDifferencesSince } from "@/lib/money/wallet/books/differences";
import { readTrialBalance, type Sum, type TrialBalance } from "@/lib/money/wallet/books/trial-balance";
import { compareJobs, countUncharged, type JobComparison } from "@/lib/money/wallet/books/uncharged";
import { reportVerbs } from "@/lib/operator/books/verbs";
import { verb } from "@/lib/operator/cli/verb";
import { formatMilli } from "@/lib/platform/amounts";
import { withOwnConnection } from "@/lib/platform/db";
import { vietnamTime } from "@/lib/platform/vietnam-time";

type Books = TrialBalance & {
  checkpoint: Checkpoint | null;
  differences: Difference[];
  uncharged: { count: number; amountMilli: bigint };
  bank: BankBooks;
};

export const verbs = [
  verb({
    usage: "check",
    about: "prints the trial balance, and differences since the last checkpoint; the exit code is 1 on a difference",
    isDefault: true,
    options: {
      "--full": "from the beginning, including the checkpoint",
      "--jobs": "compare each job with its charges instead",
    },
    async run({ options: { full: isFull = false, jobs } }) {
      if (jobs) {
        const compared = await withOwnConnection((client) => inOneSnapshot(client, compareJobs));
        return { lines: describeJobs(compared), data: compared, isOk: compared.differences.length === 0 };
      }
      const startedAt = performance.now();
      const books = await withOwnConnection((client) => inOneSnapshot(client, (sql) => readBooks(sql, isFull)));
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const isBankEqual = books.bank.days.length === 0 && books.bank.ledgerMilli === recordedMilli(books.bank);
      const isOk = books.differences.length === 0 && isBankEqual;
      return { lines: describeBooks(books, isFull, seconds), data: books, isOk };
    },
  }),
  ...reportVerbs,
];

const describeJobs = ({ jobs, chargedMilli, differences }: JobComparison): string[] => [
  ...differences.map(
    ({ trackingId, jobMilli, chargedMilli }) =>
      `DIFFERENCE ${trackingId}: ${vnd(jobMilli)}, but its charges say ${vnd(chargedMilli)} (${vnd(jobMilli - chargedMilli)})`,
  ),
  `${jobs} jobs, charged ${vnd(chargedMilli)}, ${differences.length} differences`,
];

async function readBooks(sql: Parameters<typeof findCheckpoint>[0], isFull: boolean): Promise<Books> {
  const checkpoint = await findCheckpoint(sql);
  const differences =
    checkpoint && !isFull ? await findDifferencesSince(sql, checkpoint) : await findDifferences(sql, checkpoint);
  const balance = await readTrialBalance(sql, isFull);
  const uncharged = await countUncharged(sql);
  return { ...balance, checkpoint, differences, uncharged, bank: await readBankBooks(sql) };
}

function describeBooks(books: Books, isFull: boolean, seconds: string): string[] {
  const { accounts, byAccountKind, byTransferKind, checkpoint, differences, uncharged } = books;
  const total = byAccountKind.reduce((sum, { milli }) => sum + milli, 0n);
  const from = isFull || !checkpoint ? "the beginning" : `the checkpoint of ${vietnamTime(checkpoint.takenAt)}`;
  return [
    ...accounts.map(({ id, businessId, kind, balanceMilli }) => row(businessId ?? "", kind, balanceMilli, id)),
    ...byAccountKind.map((sum) => sumRow("accounts", sum)),
    row("", "all accounts", total, ""),
    ...byTransferKind.map((sum) => sumRow("transfers", sum)),
    ...(uncharged.count > 0 ? [`${uncharged.count} jobs recorded without charge: ${vnd(uncharged.amountMilli)}`] : []),
    ...describeBank(books.bank),
    ...differences.map(describeDifference),
    `${differences.length === 0 ? "balanced" : `${differences.length} differences`}, derived from ${from} (${seconds} s)`,
  ];
}

const recordedMilli = ({ accounts }: BankBooks) =>
  accounts.reduce((sum, { recordedVnd }) => sum + recordedVnd * 1000n, 0n);

function describeBank(bank: BankBooks): string[] {
  const transfers = recordedMilli(bank);
  return [
    ...bank.accounts.map(({ accountNumber, recordedVnd }) =>
      row("", "bank transfers", recordedVnd * 1000n, `account ${accountNumber}`),
    ),
    ...bank.voided.map(
      ({ id, accountNumber, direction, day, recordedVnd, decision }) =>
        `void ${id}: ${direction} ${vnd(recordedVnd * 1000n)} on ${day}, account ${accountNumber}: ${decision}`,
    ),
    ...(bank.ledgerMilli === transfers
      ? []
      : [`DIFFERENCE the ledger has ${vnd(bank.ledgerMilli)} in the bank, the bank transfers ${vnd(transfers)}`]),
    ...bank.days.map(
      ({ accountNumber, day, listedVnd, recordedVnd }) =>
        `DIFFERENCE account ${accountNumber} on ${day}: the bank lists ${vnd(listedVnd * 1000n)}, recorded are ${vnd(recordedVnd * 1000n)}`,
    ),
  ];
}

const vnd = (milli: bigint) => `${formatMilli(milli)} VND`;

const row = (businessId: string, kind: string, milli: bigint, id: string) =>
  `${businessId.padEnd(31)}${kind.padEnd(16)}${vnd(milli).padStart(24)}  ${id}`.trimEnd();

const sumRow = (what: string, { kind, count, milli }: Sum) => row("", kind, milli, `${count} ${what}`);

const says = {
  transfers: "its transfers say",
  holds: "its open holds say",
  checkpoint: "its transfers until then say",
};

function describeDifference({ accountId, witness, balanceMilli, derivedMilli }: Difference): string {
  if (witness === "sum") return `DIFFERENCE all balances add up to ${vnd(balanceMilli)} instead of zero`;
  const where = witness === "checkpoint" ? `${accountId} in the checkpoint` : accountId;
  const difference = vnd(balanceMilli - derivedMilli);
  return `DIFFERENCE ${where}: ${vnd(balanceMilli)}, but ${says[witness]} ${vnd(derivedMilli)} (${difference})`;
}
