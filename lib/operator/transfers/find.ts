import "server-only";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { decryptDetails } from "@/lib/money/bank/transfers/details";
import { stateOf } from "@/lib/money/bank/transfers/lock";
import { refundState } from "@/lib/money/refunds/decide";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { namedWithState, withState } from "../businesses/named";
import { listActsAbout, type PastAct } from "../history";
import { showPayer, showsPayers } from "./list";
import { actsOf, type TransferAct, type TransferState } from "./schema";
import type { Unassigned } from "./suggest";

const named = { select: { id: true, slug: true, name: true } } as const;

const alike = { select: { id: true, status: true, accountNumber: true, occurredAt: true } } as const;

const select = {
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
  const row = await db.bankTransfer.findUnique({ where: { id }, select });
  if (!row) throw new AppError("NOT_FOUND");
  const { encryptedDetails, payerMark, business, topUp, reversesId, reversedBy, resembles, resembled, ...rest } = row;
  const { memo, payer } = decryptDetails(id, encryptedDetails);
  const of = business ?? topUp?.business;
  const counterpart = reversesId ?? reversedBy?.id ?? null;
  const acts: readonly TransferAct[] = actsOf({ ...rest, isTakenBack: reversedBy !== null });
  const [invoices, history, returnable, payable] = await Promise.all([
    db.invoice.findMany({ where: { subject: id }, orderBy: { id: "asc" }, select: { id: true, status: true } }),
    listActsAbout(id, ["transferId", "incomingId"]),
    acts.includes("closeReturned") ? listReturnable(rest.amountVnd) : [],
    acts.includes("closeRefund") ? listPayable(rest.amountVnd) : [],
  ]);
  const unassigned: Unassigned = { ...rest, id, memo, payerMark };
  return {
    ...rest,
    direction: rest.direction as "in" | "out",
    status: rest.status as TransferState,
    ...{
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
    },
    business: of && withState(of),
    /** What the forms of its acts send back. */
    seen: stateOf(row),
    order: topUp && { id: topUp.id, code: topUp.code, amountVnd: topUp.amountVnd },
  };
}

export type TransferDetail = Awaited<ReturnType<typeof findTransfer>>;
export type { PastAct };

type Alike = { id: string; status: TransferState; accountNumber: string; occurredAt: Date };

const mostChoices = 20;
const decided = { status: true, businessId: true, unassignments: true } as const;

/** Incoming transfers that an outgoing one of this amount may have returned. */
const listReturnable = (amountVnd: bigint) =>
  db.bankTransfer.findMany({
    where: { amountVnd, direction: "in", status: { in: ["unmatched", "credited", "reversed"] }, reversedBy: null },
    orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
    select: { id: true, reference: true, occurredAt: true, ...decided, business: named },
    take: mostChoices,
  });

/** Refunds that an outgoing transfer of this amount may have paid. */
const listPayable = (amountVnd: bigint) =>
  db.refundRequest.findMany({
    where: { amountMilli: amountVnd * 1000n, status: { in: ["open", "paid"] }, transferId: null },
    orderBy: { id: "asc" },
    select: { id: true, createdAt: true, status: true, approvedAt: true, reopenedFromId: true, business: named },
    take: mostChoices,
  });
