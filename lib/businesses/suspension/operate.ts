import "server-only";
import { recordPlatformAct } from "@/lib/audit/platform-acts";
import { requireNotOwn } from "@/lib/businesses/not-own";
import { resume, suspend } from "@/lib/businesses/suspension/change";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";

export type NamedBusiness = { id: string; slug: string; name: string };

const named = { id: true, slug: true, name: true } as const;

/** A business by its id or its slug. Throws NOT_FOUND. */
export async function getBusiness(idOrSlug: string): Promise<NamedBusiness> {
  const where = { OR: [{ id: idOrSlug }, { slug: idOrSlug }] };
  const business = await db.business.findFirst({ where, select: named });
  if (!business) throw new AppError("NOT_FOUND");
  return business;
}

/** No key works or is created from the next request on; running jobs go on. Throws CONFLICT if suspended. */
export async function suspendBusiness(operator: Operator, { id }: NamedBusiness, reason: string): Promise<void> {
  requireOperatorRight(operator, "manage");
  await db.$transaction(async (tx) => {
    if (!(await suspend(tx, id, { reason })))
      throw new AppError("CONFLICT", { message: "operator.errors.inStateAlready" });
    await recordPlatformAct(tx, operator, { action: "business.suspended", businessId: id, reason });
  });
}

/** Everything works again from the next request on. Throws CONFLICT for a business that is not suspended. */
export async function resumeBusiness(operator: Operator, { id }: NamedBusiness, reason: string): Promise<void> {
  requireOperatorRight(operator, "manage");
  await db.$transaction(async (tx) => {
    await requireNotOwn(tx, operator, id);
    if (!(await resume(tx, id))) throw new AppError("CONFLICT", { message: "operator.errors.inStateAlready" });
    await recordPlatformAct(tx, operator, { action: "business.resumed", businessId: id, reason });
  });
}

export const listSuspended = () =>
  db.business.findMany({
    where: { suspendedAt: { not: null } },
    orderBy: { suspendedAt: "desc" },
    select: { ...named, suspendedAt: true, suspendedReason: true },
  });
