import "server-only";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import type { Member } from "@/lib/principals/member";

/** `reason`: what the operator wrote for the members. */
export type Suspension = { since: Date; reason: string };

/** The suspension of the member's business; null where there is none. Every member may read it. */
export async function findSuspension({ businessId }: Member): Promise<Suspension | null> {
  const select = { suspendedAt: true, suspendedReason: true } as const;
  const { suspendedAt, suspendedReason } = await db.business.findUniqueOrThrow({ where: { id: businessId }, select });
  return suspendedAt && { since: suspendedAt, reason: suspendedReason ?? "" };
}

/** Throws BUSINESS_SUSPENDED while an operator has suspended the member's business. */
export async function requireNotSuspended(member: Member): Promise<void> {
  if (await findSuspension(member)) throw new AppError("BUSINESS_SUSPENDED");
}
