import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { decryptDetails } from "@/lib/money/bank/transfers/report";
import { invoicesOrders } from "@/lib/money/invoices/policy";
import { clock } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { boundsOfMonth } from "@/lib/platform/vietnam-time";
import type { TopUpGetPayload, TopUpWhereInput } from "@/prisma/generated/models";
import { correctedSource } from "./credit";
import type { TopUpFilter, TopUpStatus } from "./schema";

/** A payment towards a top-up, as its business sees it: its payer is masked. */
export type TopUpPayment = {
  id: string;
  amountVnd: bigint;
  occurredAt: Date;
  recordedAt: Date;
  reference: string;
  isReversed: boolean;
  /** It is not credited: an operator decides about it. */
  isChecked: boolean;
  /** How often it was taken back from a business that it was wrongly credited to. */
  unassignments: number;
  /** The last four characters of the payer's account; null where the bank names none. */
  payerHint: string | null;
};

export type TopUpDetail = {
  id: string;
  method: "bank_transfer" | "operator";
  amountVnd: bigint;
  receivedVnd: bigint;
  /** Arrived, and not credited before an operator has checked it. */
  checkedVnd: bigint;
  /** When the bank received the last of it, or an operator entered it. Null while nothing was received. */
  receivedAt: Date | null;
  /** Still to be transferred. */
  dueVnd: bigint;
  code: string | null;
  /** Of money that an operator entered: the number of the contract or receipt. */
  document: string | null;
  account: { bin: string; number: string; holder: string } | null;
  /** Null where orders get no invoice. */
  invoiceRequested: boolean | null;
  createdAt: Date;
  expiresAt: Date | null;
  status: TopUpStatus;
  payments: TopUpPayment[];
};

const topUpColumns = {
  id: true,
  method: true,
  amountVnd: true,
  code: true,
  externalReference: true,
  bankBin: true,
  accountNumber: true,
  accountName: true,
  invoiceRequested: true,
  createdAt: true,
  expiresAt: true,
  transfers: {
    orderBy: { id: "asc" },
    select: {
      id: true,
      amountVnd: true,
      occurredAt: true,
      recordedAt: true,
      reference: true,
      status: true,
      unassignments: true,
      encryptedDetails: true,
    },
  },
} as const;

type Row = TopUpGetPayload<{ select: typeof topUpColumns }>;

function describeTopUp(found: Row, correctedBy: Corrections): TopUpDetail {
  const { transfers, bankBin, accountNumber, accountName, externalReference, ...row } = found;
  const payments = transfers.map(({ status, encryptedDetails, ...transfer }) => ({
    ...transfer,
    isReversed: status === "reversed",
    isChecked: status === "unmatched",
    payerHint: decryptDetails(transfer.id, encryptedDetails).payer?.account.slice(-4) || null,
  }));
  const isOperator = row.method === "operator";
  const receivedVnd = isOperator ? row.amountVnd + (correctedBy.get(row.id) ?? 0n) : sumOf(payments.filter(isKept));
  const status = topUpStatus({ ...row, payments }, clock.now());
  return {
    ...row,
    invoiceRequested: invoicesOrders() ? row.invoiceRequested : null,
    document: externalReference,
    method: isOperator ? "operator" : "bank_transfer",
    receivedVnd,
    checkedVnd: sumOf(payments.filter(({ isChecked }) => isChecked)),
    receivedAt: isOperator ? row.createdAt : (payments.filter(isKept).at(-1)?.occurredAt ?? null),
    dueVnd: dueVnd({ status, amountVnd: row.amountVnd, receivedVnd }),
    account: bankBin && accountNumber ? { bin: bankBin, number: accountNumber, holder: accountName ?? "" } : null,
    status,
    payments,
  };
}

type Corrections = Map<string, bigint>;

/** By how much an operator corrected payments that they had entered, by their top-up. */
async function findCorrections(topUpIds: string[]): Promise<Corrections> {
  if (topUpIds.length === 0) return new Map();
  const where = { subject: { in: topUpIds }, source: { startsWith: correctedSource } };
  const sums = await db.paymentChange.groupBy({ by: "subject", where, _sum: { amountVnd: true } });
  return new Map(sums.map(({ subject, _sum }) => [subject, _sum.amountVnd ?? 0n]));
}

async function readAll(rows: Row[]): Promise<TopUpDetail[]> {
  const entered = rows.filter(({ method }) => method === "operator").map(({ id }) => id);
  const corrections = await findCorrections(entered);
  return rows.map((row) => describeTopUp(row, corrections));
}

const sumOf = (payments: { amountVnd: bigint }[]) => payments.reduce((sum, { amountVnd }) => sum + amountVnd, 0n);

/** Top-ups that match: by the bank's date of what was received, and its amount or that of the order. */
function matching({ month, least, most, reference }: TopUpFilter): TopUpWhereInput {
  const received = receivedIn(month);
  const amountVnd = { gte: least ? BigInt(least) : undefined, lte: most ? BigInt(most) : undefined };
  const kept = { status: "credited" };
  return {
    AND: [
      month
        ? {
            OR: [
              { transfers: { some: { occurredAt: received, ...kept } } },
              { method: "operator", createdAt: received },
            ],
          }
        : {},
      least || most ? { OR: [{ amountVnd }, { transfers: { some: { amountVnd } } }] } : {},
      reference
        ? {
            OR: [
              { code: reference.toUpperCase() },
              { externalReference: reference },
              { transfers: { some: { reference } } },
            ],
          }
        : {},
    ],
  };
}

function receivedIn(month: string | undefined) {
  if (!month) return undefined;
  const { from, to } = boundsOfMonth(month);
  return { gte: from, lt: to };
}

/** How many top-ups match, and what was received for them, in the month where one is asked for. */
export async function sumTopUps(member: Member, filter: TopUpFilter): Promise<{ count: number; receivedVnd: bigint }> {
  requirePermission(member, "billing:read");
  const where = { businessId: member.businessId, ...matching(filter) };
  const occurredAt = receivedIn(filter.month);
  const [count, transfers, entered] = await Promise.all([
    db.topUp.count({ where }),
    db.bankTransfer.aggregate({
      where: { topUp: where, direction: "in", status: "credited", occurredAt },
      _sum: { amountVnd: true },
    }),
    db.topUp.findMany({ where: { ...where, method: "operator" }, select: { id: true, amountVnd: true } }),
  ]);
  const corrections = await findCorrections(entered.map(({ id }) => id));
  const correctedVnd = [...corrections.values()].reduce((sum, amountVnd) => sum + amountVnd, 0n);
  return { count, receivedVnd: (transfers._sum.amountVnd ?? 0n) + sumOf(entered) + correctedVnd };
}

/** Those that still wait for money. */
export async function listOpenTopUps(member: Member): Promise<TopUpDetail[]> {
  requirePermission(member, "billing:read");
  const rows = await db.topUp.findMany({
    where: { businessId: member.businessId, expiresAt: { gt: clock.now() }, transfers: { none: {} } },
    orderBy: { id: "desc" },
    select: topUpColumns,
  });
  return readAll(rows);
}

/** `next` is the cursor of the following page; null on the last one. */
export type TopUpPage = { topUps: TopUpDetail[]; next: string | null };

/** The business's top-ups that match, newest first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listTopUps(
  member: Member,
  { cursor, limit = 20, filter = {} }: { cursor?: string; limit?: number; filter?: TopUpFilter } = {},
): Promise<TopUpPage> {
  requirePermission(member, "billing:read");
  const rows = await db.topUp.findMany({
    where: {
      businessId: member.businessId,
      AND: [matching(filter), afterCursor(cursor)],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: topUpColumns,
    take: limit + 1,
  });
  const { rows: shown, next } = cutPage(rows, limit);
  return { topUps: await readAll(shown), next };
}

/** `settledVnd`: the part of what was received that paid what the business owed. */
export type TopUpWithSettled = TopUpDetail & { settledVnd: bigint };

/** Throws NOT_FOUND for another business's, like for one that does not exist. */
export async function getTopUp(member: Member, id: string): Promise<TopUpWithSettled> {
  requirePermission(member, "billing:read");
  const rows = await db.topUp.findMany({ where: { id, businessId: member.businessId }, select: topUpColumns });
  const [topUp] = await readAll(rows);
  if (!topUp) throw new AppError("NOT_FOUND");
  return { ...topUp, settledVnd: await findSettled(member, topUp) };
}

async function findSettled({ businessId }: Member, { id, payments }: TopUpDetail): Promise<bigint> {
  // An operator's credit has the top-up's own id, and a transfer that was assigned again the number of the round.
  const paid = [
    id,
    ...payments
      .filter(isKept)
      .flatMap(({ id, unassignments }) => [
        id,
        ...Array.from({ length: unassignments }, (_, index) => `${id}:${index + 1}`),
      ]),
  ];
  const references = ["top_up", "claim"].flatMap((kind) => paid.map((one) => `${kind}:${one}:receivable`));
  const where = { credit: { businessId, kind: "receivable" as const }, reference: { in: references } };
  const { _sum: sum } = await db.transfer.aggregate({ where, _sum: { amountMilli: true } });
  return (sum.amountMilli ?? 0n) / 1000n;
}

type Arrived = { isReversed: boolean /** An operator decides about it before it is credited. */; isChecked: boolean };

/** Whether it is credited. */
export const isKept = ({ isReversed, isChecked }: Arrived): boolean => !isReversed && !isChecked;

type Facts = {
  amountVnd: bigint;
  /** Null where nothing is awaited, such as for money that an operator entered or assigned. */
  expiresAt: Date | null;
  /** In the order of their arrival. */
  payments: ({ amountVnd: bigint; recordedAt: Date } & Arrived)[];
};

/** Whatever the status, all that arrived is credited; `further`: a payment came after the amount was reached. */
export function topUpStatus({ amountVnd, expiresAt, payments }: Facts, now: Date): TopUpStatus {
  const kept = payments.filter(isKept);
  const [first] = kept;
  if (!first && payments.some(({ isChecked }) => isChecked)) return "checking";
  if (!expiresAt) return payments.length > 0 && !first ? "reversed" : "credited";
  if (!first) {
    if (payments.length > 0) return "reversed";
    return now >= expiresAt ? "expired" : "waiting";
  }
  const received = kept.reduce((sum, payment) => sum + payment.amountVnd, 0n);
  if (received < amountVnd) return "short";
  if (received - (kept.at(-1)?.amountVnd ?? 0n) >= amountVnd) return "further";
  if (received > amountVnd) return "over";
  return first.recordedAt > expiresAt ? "late" : "credited";
}

type TopUpAmounts = { status: TopUpStatus; amountVnd: bigint; receivedVnd: bigint };

/** What is still to be transferred: of a payment that was too small, the rest. */
export const dueVnd = ({ status, amountVnd, receivedVnd }: TopUpAmounts): bigint =>
  status === "short" ? amountVnd - receivedVnd : amountVnd;
