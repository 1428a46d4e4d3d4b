import "server-only";
import { findMemoCodes } from "@/lib/money/top-ups/memo-code";
import { days, minutes } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { accountsWith, arePaired } from "./accounts";
import type { BankReport } from "./report";
import { decryptDetails, marksOf } from "./report";

/** A source's id came before with another account, direction, amount, reference, time or code. */
export class OtherContent extends Error {
  constructor() {
    super("its id came before with other content");
  }
}

/** What decides about the money. */
export const contentOf = (report: BankReport): string => {
  const { accountNumber, direction, amountVnd, reference, occurredAt, memo } = report;
  return [accountNumber, direction, amountVnd, occurredAt.toISOString(), codesOf(memo), reference].join("|");
};

const codesOf = (memo: string) => findMemoCodes(memo).toSorted().join(" ");

/** The transfer that the source reported under this id before. Throws OtherContent. */
export async function findReported(tx: Transaction, report: BankReport) {
  const { source, sourceId, accountNumber, direction, amountVnd } = report;
  const reported = await tx.bankReport.findUnique({
    where: { source_sourceId: { source, sourceId } },
    select: {
      content: true,
      accountNumber: true,
      transfer: { select: { id: true, status: true, accountNumber: true, direction: true, amountVnd: true } },
    },
  });
  if (!reported) return null;
  const { content, transfer } = reported;
  const account = reported.accountNumber ?? transfer.accountNumber;
  const isOfAccount = account === accountNumber || arePaired(account, accountNumber);
  // Null for a report from before the content was kept.
  const isSame = content
    ? content === contentOf({ ...report, accountNumber: account })
    : transfer.direction === direction && transfer.amountVnd === amountVnd;
  if (!isSame || !isOfAccount) throw new OtherContent();
  return transfer;
}

/** How far apart two sources may say that a bank booked one transfer. */
const sameWithinMs = minutes(10);
/** A reference that is part of another one names the same transfer from this length on. */
const leastPart = 8;

type Similar = {
  id: string;
  status: string;
  reference: string;
  occurredAt: Date;
  encryptedDetails: string;
  /** Under which its reports came. */
  accounts: string[];
  /** Whether the report's source reported it under the report's account already: it does so once. */
  isReported: boolean;
};

/**
 * Of the report's direction and amount, with its reference or code or booked at about its time: of its account and those
 * that are declared with it, and of our other accounts where the code is the same too.
 */
function listSimilar(tx: Transaction, report: BankReport): Promise<Similar[]> {
  const { source, accountNumber, direction, amountVnd, reference, occurredAt, memo } = report;
  const [from, to] = [-sameWithinMs, sameWithinMs].map((ms) => new Date(occurredAt.getTime() + ms));
  const codes = marksOf(findMemoCodes(memo).join(" "));
  return tx.$queryRaw<Similar[]>`
    SELECT * FROM (
      SELECT t.id, status, reference, occurred_at AS "occurredAt", encrypted_details AS "encryptedDetails",
        array_append(r.accounts, t.account_number) AS accounts, coalesce(r.is_reported, false) AS "isReported",
        coalesce(r.is_known, false) AS "isKnown"
      FROM bank_transfers t CROSS JOIN LATERAL (
        SELECT array_agg(coalesce(account_number, t.account_number)) AS accounts,
          bool_or(source = ${source}) AS is_known,
          bool_or(source = ${source} AND coalesce(account_number, t.account_number) = ${accountNumber}) AS is_reported
        FROM bank_reports WHERE transfer_id = t.id) r
      WHERE direction = ${direction} AND amount_vnd = ${amountVnd}
        AND (reference = ${reference} AND reference <> '' OR occurred_at BETWEEN ${from} AND ${to} OR marks && ${codes}::text[])
        AND (account_number = ANY (${accountsWith(accountNumber)}) OR reference = ${reference} AND reference <> ''
          OR marks && ${codes}::text[])
    ) s
    -- One source gives two transfers two references.
    WHERE NOT "isKnown" OR reference = '' OR ${reference} = ''
      OR strpos(upper(reference), upper(${reference})) > 0 OR strpos(upper(${reference}), upper(reference)) > 0
    ORDER BY id`;
}

/**
 * The same transfer from another source, or under an account that is declared as one with this. `resembled`: the one
 * that it may be where none is certain, so that only a person can decide.
 */
export async function findSame(
  tx: Transaction,
  report: BankReport,
): Promise<{ same: Similar | null; resembled: Similar | null }> {
  const similar = (await listSimilar(tx, report)).map((row) => ({ ...row, ...compare(row, report) }));
  const reportable = similar.filter(({ status, isReported }) => status !== "void" && !isReported);
  const ofAccount = reportable.filter(({ account }) => account === "same");
  const same =
    ofAccount.find(({ hasReference }) => hasReference) ??
    ofAccount.find(({ isSameMoment }) => isSameMoment) ??
    ofAccount.find(({ isNear, hasPart, mayHaveCode }) => isNear && hasPart && mayHaveCode) ??
    reportable.find(
      ({ account, isNear, hasReference, hasPart, hasCode }) =>
        account === "paired" && isNear && (hasReference || hasPart) && hasCode,
    ) ??
    null;
  if (same) return { same, resembled: null };
  const doubtful = similar.filter(
    ({ account, hasReference, isNear, hasCode, isCoded, mayHaveCode, isReported, hasPart, isUnnamed, isOfDay }) =>
      (hasReference && (account !== "other" || mayHaveCode)) ||
      (isNear && hasCode && (account !== "other" || isCoded) && (!isReported || hasPart || isUnnamed)) ||
      // Two sources can write one reference differently, and one of them say another time.
      (hasCode && isCoded && (hasPart || (isUnnamed && isOfDay && !isReported))),
  );
  // One of two sources can leave out the code: a person may have credited the transfer that it reported.
  const withoutCode = similar.find(
    ({ account, isNear, mayHaveCode, isReported }) => isNear && mayHaveCode && account !== "other" && !isReported,
  );
  const resembled = doubtful.find(({ hasReference }) => hasReference) ?? doubtful[0] ?? withoutCode ?? null;
  return { same: null, resembled };
}

function compare(row: Similar, report: BankReport) {
  const memo = decryptDetails(row.id, row.encryptedDetails).memo;
  const [codes, otherCodes] = [codesOf(memo), codesOf(report.memo)];
  const [part = "", whole = ""] = [row.reference.toUpperCase(), report.reference.toUpperCase()].toSorted(
    (one, other) => one.length - other.length,
  );
  const apartMs = Math.abs(row.occurredAt.getTime() - report.occurredAt.getTime());
  return {
    account: accountOf(row, report),
    hasReference: report.reference !== "" && row.reference === report.reference,
    hasPart: part.length >= leastPart && whole.includes(part),
    /** Without a reference nothing but time and memo says which transfer it is. */
    isUnnamed: part === "",
    isSameMoment: whole === "" && apartMs === 0 && memo === report.memo,
    isNear: apartMs <= sameWithinMs,
    isOfDay: apartMs <= days(1),
    hasCode: codes === otherCodes,
    isCoded: codes !== "",
    mayHaveCode: codes === otherCodes || codes === "" || otherCodes === "",
  };
}

/** A payment has one account and at most one virtual account. */
function accountOf({ accounts }: Similar, { accountNumber }: BankReport): "same" | "paired" | "other" {
  if (accounts.includes(accountNumber)) return "same";
  return accounts.every((other) => arePaired(other, accountNumber)) ? "paired" : "other";
}
