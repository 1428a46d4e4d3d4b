import "server-only";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import type { Member } from "@/lib/principals/member";

/** `reason`: what the operator wrote for the members; null when it is suspended for what it owes. */
export type Suspension = { since: Date; reason: string | null };

/** The suspension of the member's business; null where there is none. Every member may read it. */
export async function findSuspension({ businessId }: Member): Promise<Suspension | null> {
  const business = await db.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { suspendedAt: true, suspendedReason: true, suspendedFor: true },
  });
  const { suspendedAt, suspendedReason, suspendedFor } = business;
  return suspendedAt && { since: suspendedAt, reason: suspendedFor ? null : suspendedReason };
}

/** Throws BUSINESS_SUSPENDED while an operator has suspended the member's business. */
export async function requireNotSuspended(member: Member): Promise<void> {
  if (await findSuspension(member)) throw new AppError("BUSINESS_SUSPENDED");
}
