import "server-only";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { stateOf } from "@/lib/money/bank/transfers/lock";
import { decryptDetails } from "@/lib/money/bank/transfers/report";
import { claimState } from "@/lib/money/claims/decide";
import type { ClaimStatus } from "@/lib/money/claims/schema";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { namedWithState, withState } from "../businesses/named";
import { listActsAbout } from "../history";
import { findEffects } from "../transfers/suggest";
import { showPayer, showsPayers } from "../transfers/transfers";
import type { ClaimFilter } from "./schema";

const business = { select: { id: true, slug: true, name: true } } as const;

const pageSize = 40;

/** Claims of all businesses that match, the newest first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listAllClaims(staff: StaffMember, { state, amount }: ClaimFilter, cursor?: string) {
  requireRight(staff, "read");
  const found = await db.bankClaim.findMany({
    where: { status: state, amountVnd: amount ? BigInt(amount) : undefined, AND: afterCursor(cursor) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      amountVnd: true,
      transferredAt: true,
      reference: true,
      status: true,
      createdAt: true,
      business,
      messages: { orderBy: { id: "desc" }, take: 1, select: { fromStaff: true } },
    },
    take: pageSize + 1,
  });
  const { rows: shown, next } = cutPage(found, pageSize);
  const rows = shown.map(({ messages, status, ...row }) => ({
    ...row,
    status: status as ClaimStatus,
    /** Its business wrote last. */
    isAnswered: messages[0]?.fromStaff === false,
  }));
  return { rows, next };
}

export type ClaimListRow = Awaited<ReturnType<typeof listAllClaims>>["rows"][number];

const mostCandidates = 10;

/** A claim with its messages and the unmatched transfers that it may be about. Throws NOT_FOUND. */
export async function findClaim(staff: StaffMember, id: string) {
  requireRight(staff, "read");
  const claim = await db.bankClaim.findUnique({
    where: { id },
    include: {
      business: namedWithState,
      createdBy: { select: { name: true } },
      messages: { orderBy: { id: "asc" }, include: { author: { select: { name: true } } } },
    },
  });
  if (!claim) throw new AppError("NOT_FOUND");
  const { amountVnd, reference, transferredAt, businessId } = claim;
  const [candidates, effects, history] = await Promise.all([
    claim.status === "open" ? listCandidates(staff, amountVnd) : [],
    findEffects([businessId], amountVnd),
    listActsAbout(id, ["claimId"]),
  ]);
  const mentions = (one: { reference: string; memo: string }) =>
    reference !== "" && `${one.reference} ${one.memo}`.toUpperCase().includes(reference.toUpperCase());
  const distance = ({ occurredAt }: { occurredAt: Date }) => Math.abs(+occurredAt - +transferredAt);
  return {
    ...claim,
    business: withState(claim.business),
    status: claim.status as ClaimStatus,
    /** What the form that rejects it sends back. */
    seen: claimState(claim.messages.length),
    effect: effects.get(businessId),
    candidates: candidates
      .map((one) => ({ ...one, isNamed: mentions(one) }))
      .sort((one, other) => Number(other.isNamed) - Number(one.isNamed) || distance(one) - distance(other)),
    history,
  };
}

export type ClaimDetail = Awaited<ReturnType<typeof findClaim>>;

const decided = { status: true, businessId: true, unassignments: true } as const;

async function listCandidates(staff: StaffMember, amountVnd: bigint) {
  const rows = await db.bankTransfer.findMany({
    where: { amountVnd, status: "unmatched", direction: "in" },
    orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
    select: { id: true, reference: true, occurredAt: true, resemblesId: true, encryptedDetails: true, ...decided },
    take: mostCandidates,
  });
  return rows.map(({ encryptedDetails, ...row }) => {
    const { memo, payer } = decryptDetails(row.id, encryptedDetails);
    return { ...row, seen: stateOf(row), memo, payer: showPayer(payer, showsPayers(staff)) };
  });
}
