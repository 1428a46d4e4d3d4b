import "server-only";
import { db } from "@/lib/platform/db";
import type { TracedPrice, TraceStep } from "./steps";

type Money = Extract<TraceStep, { kind: "money" }>;

/** The ledger's entries for a job, in order, each with the price that it was charged by. */
export async function readMoney(businessId: string, trackingId: string): Promise<Money[]> {
  const transfers = await db.transfer.findMany({
    where: { trackingId, OR: [{ debit: { businessId } }, { credit: { businessId } }] },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { kind: true, amountMilli: true, priceId: true, units: true, createdAt: true },
  });
  const ids = transfers.flatMap(({ priceId }) => priceId ?? []);
  const prices = await db.price.findMany({ where: { id: { in: ids } } });
  return transfers.map(({ kind: movement, amountMilli, priceId, units, createdAt: at }) => {
    const price = prices.find(({ id }) => id === priceId);
    const unit: TracedPrice["unit"] = price?.unit === "second" ? "second" : "1000_characters";
    const named = price && units !== null ? { priceVnd: price.priceVnd, unit, units, since: price.from } : null;
    return { kind: "money", at, movement, amountMilli, price: named };
  });
}
