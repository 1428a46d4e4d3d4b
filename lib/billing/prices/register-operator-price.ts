import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/audit/platform-acts";
import { requireNotOwn } from "@/lib/businesses/not-own";
import { getBusiness } from "@/lib/businesses/suspension/operate";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";
import { announceLater } from "./announce";
import { leadMs } from "./new-prices";
import { type Price, PriceBook } from "./price-book";
import type { PriceUnit } from "./quote";
import { readPrices } from "./read";
import type { StatedPrice } from "./schema";

export type PlannedPrice = {
  modelId: string;
  business: { id: string; name: string } | null;
  priceVnd: number;
  unit: PriceUnit;
  from: Date;
  /** What applies at that moment without it. */
  replaces: Price | undefined;
  /** How many businesses have a price of their own for the model, which stays. */
  ownPrices: number;
};

/** What adding a price would do. Throws StaffError, and NOT_FOUND for an unknown business. */
export async function planPrice({ model, vnd, unit, business: name, from }: StatedPrice): Promise<PlannedPrice> {
  const soon = new Date(+clock.now() + leadMs);
  if (from && from < soon) throw new StaffError("operator.errors.priceTooSoon", { seconds: leadMs / 1000 });
  const business = name === undefined ? null : await getBusiness(name);
  const known = (await readPrices(-1)).filter(({ modelId }) => modelId === model);
  const other = known.find((price) => price.unit !== unit);
  if (other) throw new StaffError("operator.errors.priceOtherUnit", { model, unit: other.unit });
  const begins = from ?? soon;
  const own = new Set(known.flatMap(({ businessId }) => businessId ?? []));
  return {
    modelId: model,
    business,
    priceVnd: vnd,
    unit,
    from: begins,
    replaces: new PriceBook(known).find(model, business?.id ?? null, begins),
    ownPrices: own.size,
  };
}

/** Records it in the platform's audit log too, and returns its id. A worker then notifies the businesses concerned. */
export async function addPrice(
  operator: Operator,
  { business, ...price }: PlannedPrice,
  reason: string,
): Promise<string> {
  requireOperatorRight(operator, "money");
  const soon = new Date(+clock.now() + leadMs);
  const from = price.from < soon ? soon : price.from;
  const businessId = business?.id ?? null;
  return db.$transaction(async (tx) => {
    if (businessId) await requireNotOwn(tx, operator, businessId);
    const { modelId, priceVnd, unit } = price;
    const id = newId("price");
    const data = { id, modelId, businessId, from, priceVnd, unit, source: "operator", createdAt: clock.now() };
    await tx.price.create({ data, select: { id: true } });
    await announceLater(tx, id, price.replaces?.priceVnd ?? null);
    const about = { priceId: id, modelId, priceVnd: String(priceVnd), unit, from: from.toISOString() };
    await recordPlatformAct(tx, operator, { action: "price.added", businessId, reason, about });
    return id;
  });
}
