import "server-only";
import { staffCan } from "@/lib/access/principals/roles";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { stateOf } from "@/lib/money/bank/transfers/lock";
import { decryptDetails, marksOf, maskPayer, type TransferDetails } from "@/lib/money/bank/transfers/report";
import { refundState } from "@/lib/money/refunds/decide";
import { cutPage, fromCursor, type Place } from "@/lib/platform/cursor";
import { db, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { boundsOf } from "@/lib/platform/vietnam-time";
import { namedWithState, withState } from "../businesses/named";
import { listActsAbout, type PastAct } from "../history";
import { actsOf, type TransferAct, type TransferFilter, type TransferState } from "./schema";
import type { Unassigned } from "./suggest";

const named = { select: { id: true, slug: true, name: true } } as const;

const mostChoices = 20;
const decided = { status: true, businessId: true, unassignments: true } as const;

const alike = { select: { id: true, status: true, accountNumber: true, occurredAt: true } } as const;

const transferDetail = {
  id: true,
  direction: true,
  status: true,
  reason: true,
  decision: true,
  amountVnd: true,
  occurredAt: true,
  recordedAt: true,
  settledAt: true,
  accountNumber: true,
  reference: true,
  encryptedDetails: true,
  payerMark: true,
  reversesId: true,
  businessId: true,
  unassignments: true,
  business: namedWithState,
  topUp: { select: { id: true, code: true, amountVnd: true, business: namedWithState } },
  reversedBy: { select: { id: true } },
  resembles: alike,
  resembled: { ...alike, orderBy: { id: "asc" }, take: 20 },
  refund: { select: { id: true } },
  claims: { select: { id: true, status: true } },
  reports: { select: { source: true, createdAt: true }, orderBy: { createdAt: "asc" } },
} as const;

/** A bank transfer with all that belongs to it. Throws NOT_FOUND. */
export async function findTransfer(staff: StaffMember, id: string) {
  requireRight(staff, "read");
  const row = await db.bankTransfer.findUnique({ where: { id }, select: transferDetail });
  if (!row) throw new AppError("NOT_FOUND");
  const { encryptedDetails, payerMark, business, topUp, reversesId, reversedBy, resembles, resembled, ...rest } = row;
  const { memo, payer } = decryptDetails(id, encryptedDetails);
  const of = business ?? topUp?.business;
  const { amountVnd } = rest;
  const counterpart = reversesId ?? reversedBy?.id ?? null;
  const acts: readonly TransferAct[] = actsOf({ ...rest, isTakenBack: reversedBy !== null });
  const [invoices, history, returnable, payable] = await Promise.all([
    db.invoice.findMany({ where: { subject: id }, orderBy: { id: "asc" }, select: { id: true, status: true } }),
    listActsAbout(id, ["transferId", "incomingId"]),
    // Incoming transfers that this outgoing one may have returned, and refunds that it may have paid.
    acts.includes("closeReturned")
      ? db.bankTransfer.findMany({
          where: {
            amountVnd,
            direction: "in",
            status: { in: ["unmatched", "credited", "reversed"] },
            reversedBy: null,
          },
          orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
          select: { id: true, reference: true, occurredAt: true, ...decided, business: named },
          take: mostChoices,
        })
      : [],
    acts.includes("closeRefund")
      ? db.refundRequest.findMany({
          where: { amountMilli: amountVnd * 1000n, status: { in: ["open", "paid"] }, transferId: null },
          orderBy: { id: "asc" },
          select: { id: true, createdAt: true, status: true, approvedAt: true, reopenedFromId: true, business: named },
          take: mostChoices,
        })
      : [],
  ]);
  const unassigned: Unassigned = { ...rest, id, memo, payerMark };
  return {
    ...rest,
    direction: rest.direction as "in" | "out",
    status: rest.status as TransferState,
    memo,
    payer: showPayer(payer, showsPayers(staff)),
    counterpart,
    /** Of which each may be a second report of another, which a person decides. */
    alike: [...(resembles ? [resembles] : []), ...resembled] as Alike[],
    acts,
    invoices,
    history,
    // An act on two is decided by the state of both.
    returnable: returnable.map((one) => ({ ...one, seen: stateOf(one) })),
    payable: payable.map((one) => ({ ...one, seen: refundState(one) })),
    unassigned,
    business: of && withState(of),
    /** What the forms of its acts send back. */
    seen: stateOf(row),
    order: topUp && { id: topUp.id, code: topUp.code, amountVnd: topUp.amountVnd },
  };
}

export type TransferDetail = Awaited<ReturnType<typeof findTransfer>>;
export type { PastAct };

type Alike = { id: string; status: TransferState; accountNumber: string; occurredAt: Date };

type Named = { id: string; slug: string; name: string };

export type TransferRow = {
  id: string;
  direction: "in" | "out";
  status: TransferState;
  reason: string | null;
  /** The transfer that it may be a second report of. */
  resemblesId: string | null;
  amountVnd: bigint;
  occurredAt: Date;
  accountNumber: string;
  reference: string;
  memo: string;
  /** Masked for roles that do not move money. Empty where the bank names no payer. */
  payer: string;
  /** That it is credited to, or whose order it names. */
  business: Named | null;
};

/** `next` is the cursor of the following page; null on the last one. */
export type TransferPage = { rows: TransferRow[]; next: string | null };

type Stored = Omit<TransferRow, "memo" | "payer" | "business"> & {
  encryptedDetails: string;
  businessId: string | null;
  businessSlug: string;
  businessName: string;
};

const transferColumns = `t.id, t.direction, t.status, t.reason, t.resembles_id AS "resemblesId", t.amount_vnd AS "amountVnd", t.occurred_at AS "occurredAt",
  t.account_number AS "accountNumber", t.reference, t.encrypted_details AS "encryptedDetails",
  b.id AS "businessId", b.slug AS "businessSlug", b.name AS "businessName"`;

const businessJoins = `LEFT JOIN top_ups o ON o.id = t.top_up_id LEFT JOIN businesses b ON b.id = coalesce(t.business_id, o.business_id)`;

export function transferQuery(filter: TransferFilter, place: Place | null, limit: number) {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const { q, state, direction, account, amount, from, to } = filter;
  const startOf = (day: string) => boundsOf(new Date(`${day}T00:00:00Z`));
  const where = [
    q && (isId("bankTransfer", q) ? `id = ${add(q)}` : `marks @> ${add(marksOf(q))}::text[]`),
    state && `status = ${add(state)}`,
    direction && `direction = ${add(direction)}`,
    account && `account_number = ${add(account)}`,
    amount && `amount_vnd = ${add(BigInt(amount))}`,
    from && `occurred_at >= ${add(startOf(from).from)}`,
    to && `occurred_at < ${add(startOf(to).to)}`,
    place && `(occurred_at, id) < (${add(place.createdAt)}, ${add(place.id)})`,
  ].filter(Boolean);
  const text = `SELECT ${transferColumns} FROM (
      SELECT * FROM bank_transfers ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""}
      ORDER BY occurred_at DESC, id DESC LIMIT ${add(limit)}
    ) t ${businessJoins} ORDER BY t.occurred_at DESC, t.id DESC`;
  return { text, values };
}

const pageSize = 40;

/** Bank transfers that match, the newest first. Throws INVALID_REQUEST for an invalid cursor. */
export function listTransfers(staff: StaffMember, filter: TransferFilter, cursor?: string): Promise<TransferPage> {
  requireRight(staff, "read");
  return readTransferPage(filter, cursor, showsPayers(staff));
}

async function readTransferPage(
  filter: TransferFilter,
  cursor: string | undefined,
  inFull: boolean,
): Promise<TransferPage> {
  const { text, values } = transferQuery(filter, cursor ? fromCursor(cursor) : null, pageSize + 1);
  const stored = await sql<Stored>(undefined, text, values);
  const { rows: shown, next } = cutPage(stored, pageSize, ({ id, occurredAt }) => ({ id, createdAt: occurredAt }));
  const rows = shown.map(({ encryptedDetails, businessId, businessSlug, businessName, ...row }) => {
    const { memo, payer } = decryptDetails(row.id, encryptedDetails);
    const business = businessId ? { id: businessId, slug: businessSlug, name: businessName } : null;
    return { ...row, memo, payer: showPayer(payer, inFull), business };
  });
  return { rows, next };
}

/** Only those who move money compare names and account numbers. */
export const showsPayers = ({ role }: StaffMember): boolean => staffCan(role, "money");

export const showPayer = (payer: TransferDetails["payer"], inFull: boolean): string => {
  if (!payer) return "";
  return inFull ? [payer.name, payer.account].filter(Boolean).join(" ") : maskPayer(payer);
};

/** Our accounts that transfers are recorded for, for the filter. */
export const listAccounts = async (): Promise<string[]> => {
  // A loose index scan: one step for each account, however many transfers it has.
  const text = `WITH RECURSIVE found (number) AS (
      SELECT min(account_number) FROM bank_transfers
      UNION ALL SELECT (SELECT min(account_number) FROM bank_transfers WHERE account_number > number)
        FROM found WHERE number IS NOT NULL
    ) SELECT number FROM found WHERE number IS NOT NULL`;
  return (await sql<{ number: string }>("list-bank-accounts", text, [])).map(({ number }) => number);
};
