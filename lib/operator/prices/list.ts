import "server-only";
import { getBusiness, type NamedBusiness } from "@/lib/access/businesses/suspension/operate";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { listAffected } from "@/lib/money/prices/announce";
import { PriceBook } from "@/lib/money/prices/price-book";
import { readPrices } from "@/lib/money/prices/register";
import { type PlannedPrice, planPrice } from "@/lib/money/prices/register-operator-price";
import { clock } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { PriceFilter, PriceState, TypedPrice } from "./schema";

const pageSize = 40;

const announcement = { select: { notified: true, doneAt: true } } as const;

/** Prices, the one that begins last first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listPrices(staff: StaffMember, { model, business }: PriceFilter, cursor?: string) {
  requireRight(staff, "read");
  const where = business ? { OR: [{ id: business }, { slug: business.toLowerCase() }] } : undefined;
  const [found, known] = await Promise.all([
    db.price.findMany({
      where: {
        modelId: model,
        business: where,
        AND: afterCursor(cursor, { time: "from" }),
      },
      orderBy: [{ from: "desc" }, { id: "desc" }],
      include: { business: { select: { id: true, slug: true, name: true } }, announcement },
      take: pageSize + 1,
    }),
    readPrices(-1),
  ]);
  const [book, now] = [new PriceBook(known), clock.now()];
  const stateOf = ({ id, modelId, businessId, from }: (typeof found)[number]): PriceState => {
    if (from > now) return "future";
    return book.find(modelId, businessId, now)?.id === id ? "current" : "past";
  };
  const { rows, next } = cutPage(found, pageSize, ({ from, id }) => ({ createdAt: from, id }));
  return { rows: rows.map((row) => ({ ...row, state: stateOf(row) })), next };
}

export type PriceListRow = Awaited<ReturnType<typeof listPrices>>["rows"][number];

export async function listPricedModels(): Promise<{ modelId: string; unit: PlannedPrice["unit"] }[]> {
  const units = new Map((await readPrices(-1)).map(({ modelId, unit }) => [modelId, unit] as const));
  return [...units].map(([modelId, unit]) => ({ modelId, unit })).sort((a, b) => (a.modelId < b.modelId ? -1 : 1));
}

const mostNamed = 20;

export type PricePreview = PlannedPrice & {
  /** How many businesses it concerns, and the first of them. */
  affected: number;
  named: NamedBusiness[];
};

/** Throws StaffError for a time that is too early, NOT_FOUND for the business, MODEL_UNKNOWN if it has no price. */
export async function previewPrice(operator: Operator, typed: TypedPrice): Promise<PricePreview> {
  requireOperatorRight(operator, "read");
  const known = (await listPricedModels()).find(({ modelId }) => modelId === typed.model);
  if (!known) throw new AppError("MODEL_UNKNOWN", { param: "model" });
  const business = typed.business === undefined ? undefined : (await getBusiness(typed.business)).id;
  const planned = await planPrice({ ...typed, business, unit: known.unit });
  const affected = await listAffected(planned.modelId, planned.business?.id ?? null);
  const named = await db.business.findMany({
    where: { id: { in: affected.slice(0, mostNamed).map(({ id }) => id) } },
    select: { id: true, slug: true, name: true },
    orderBy: { name: "asc" },
  });
  return { ...planned, affected: affected.length, named };
}
