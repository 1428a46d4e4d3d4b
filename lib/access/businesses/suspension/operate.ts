import "server-only";
import { recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { requireNotOwnAtDesk } from "@/lib/access/businesses/not-own";
import { resume, suspend } from "@/lib/access/businesses/suspension/change";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { shortenSecrets } from "@/lib/platform/text";

export type NamedBusiness = { id: string; slug: string; name: string };

const named = { id: true, slug: true, name: true } as const;

/** How many businesses of one name are listed by their slugs. */
const mostNamesakes = 5;

/**
 * A business by its id or its slug. Throws NOT_FOUND for the field `business`; by its name it is not taken, because
 * everyone chooses their own, but the error lists the slugs of those that have it.
 */
export async function getBusiness(typed: string): Promise<NamedBusiness> {
  const idOrSlug = typed.trim().toLowerCase();
  const where = { OR: [{ id: idOrSlug }, { slug: idOrSlug }] };
  const business = await db.business.findFirst({ where, select: named });
  if (business) return business;
  const ofName = { name: { equals: typed.trim().normalize("NFC"), mode: "insensitive" } } as const;
  const namesakes = await db.business.findMany({ where: ofName, select: { slug: true }, take: mostNamesakes });
  const values = { typed: shortenSecrets(typed).slice(0, 100), slugs: namesakes.map(({ slug }) => slug).join(", ") };
  const message = namesakes.length > 0 ? "operator.errors.businessByName" : "operator.errors.businessUnknown";
  throw new AppError("NOT_FOUND", { message, values, param: "business" });
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
    await requireNotOwnAtDesk(tx, operator, id);
    if (!(await resume(tx, id))) throw new AppError("CONFLICT", { message: "operator.errors.inStateAlready" });
    await recordPlatformAct(tx, operator, { action: "business.resumed", businessId: id, reason });
  });
}
