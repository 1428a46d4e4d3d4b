import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** `reason`: what the operator wrote for the members; null when it is suspended for what it owes. */
export type Suspension = { since: Date; reason: string | null };

/** The suspension of the member's business; null where there is none. Every member may read it. */
export async function findSuspension({ businessId }: Member | Caller): Promise<Suspension | null> {
  const business = await db.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { suspendedAt: true, suspendedReason: true, suspendedFor: true },
  });
  const { suspendedAt, suspendedReason, suspendedFor } = business;
  return suspendedAt && { since: suspendedAt, reason: suspendedFor ? null : suspendedReason };
}

/** Throws BUSINESS_SUSPENDED while an operator has suspended the business. */
export async function requireNotSuspended(by: Member | Caller): Promise<void> {
  if (await findSuspension(by)) throw new AppError("BUSINESS_SUSPENDED");
}
