import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import type { Operator } from "@/lib/principals/operator";
import { mailResumption, mailSuspension } from "./mail";
import { recordPlatformAct } from "./record";

export type NamedBusiness = { id: string; slug: string; name: string };

const named = { id: true, slug: true, name: true } as const;

/** A business by its id or its slug. Throws NOT_FOUND. */
export async function getBusiness(idOrSlug: string): Promise<NamedBusiness> {
  const where = { OR: [{ id: idOrSlug }, { slug: idOrSlug }] };
  const business = await db.business.findFirst({ where, select: named });
  if (!business) throw new AppError("NOT_FOUND");
  return business;
}

/** In the business's own log operators have no names: who it was is in the platform's. */
const actorIn = (businessId: string) => ({ businessId, userId: "operator", device: { ip: null, userAgent: null } });

/**
 * From the next request on, no key of the business works and none is created. Jobs that run go on to their end. Throws
 * CONFLICT for one that is suspended already.
 */
export async function suspendBusiness(operator: Operator, { id }: NamedBusiness, reason: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const data = { suspendedAt: clock.now(), suspendedReason: reason };
    const { count } = await tx.business.updateMany({ where: { id, suspendedAt: null }, data });
    if (count === 0) throw new AppError("CONFLICT");
    await recordPlatformAct(tx, operator, { action: "business.suspended", businessId: id, reason });
    await mailSuspension(tx, id, reason);
    await recordAudit(tx, actorIn(id), { action: "business.suspended", after: { reason } });
  });
}

/** Everything works again from the next request on. Throws CONFLICT for a business that is not suspended. */
export async function resumeBusiness(operator: Operator, { id }: NamedBusiness, reason: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const data = { suspendedAt: null, suspendedReason: null };
    const { count } = await tx.business.updateMany({ where: { id, suspendedAt: { not: null } }, data });
    if (count === 0) throw new AppError("CONFLICT");
    await recordPlatformAct(tx, operator, { action: "business.resumed", businessId: id, reason });
    await mailResumption(tx, id);
    await recordAudit(tx, actorIn(id), { action: "business.resumed" });
  });
}

export const listSuspended = () =>
  db.business.findMany({
    where: { suspendedAt: { not: null } },
    orderBy: { suspendedAt: "desc" },
    select: { ...named, suspendedAt: true, suspendedReason: true },
  });
