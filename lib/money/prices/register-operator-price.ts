import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { sqlOf } from "@/lib/access/events/write-events";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { keptTime } from "@/lib/money/acts/schema";
import { clock, days, hours } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { announceLater } from "./announce";
import { leadMs } from "./new-prices";
import { type Price, PriceBook } from "./price-book";
import type { PriceUnit } from "./quote";
import { lockPrices, priceColumns } from "./register";
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
  /** Whether a second person decides about it. */
  needsSecond: boolean;
};

/** How long a higher price is announced before it begins. */
export const noticeMs = hours(24);

/** Above this many times a price, or below the same part of it, a second person decides. */
const mostAlone = 2;

/** For how long a price counts after it ended, so that no one makes a large change of several small ones. */
const remembersMs = days(30);

type Wanted = { modelId: string; businessId: string | null; priceVnd: number; unit: PriceUnit; from: Date | null };

/** What a price would change, and when it can begin. Throws StaffError for another unit than the model's. */
async function checkPrice(on: Sql, { modelId, businessId, priceVnd, unit, from }: Wanted) {
  const known = await on<Price>(undefined, ofModel, [modelId]);
  const other = known.find((price) => price.unit !== unit);
  if (other) throw new StaffError("operator.errors.priceOtherUnit", { model: modelId, unit: other.unit });
  const book = new PriceBook(known);
  const now = clock.now();
  const isFirst = !known.some((price) => price.businessId === null || price.businessId === businessId);
  const soon = new Date(+now + leadMs);
  const applied = book.listApplied(modelId, businessId);
  const lasting = (time: number) => applied.filter(({ until }) => until === null || +until > time);
  // Also of what is announced already.
  const isHigher = lasting(+now).some((price) => priceVnd > price.priceVnd);
  let isNoticed = !isFirst && isHigher;
  if (isNoticed) {
    // Until any business has paid, a price needs no notice.
    const [payments] = await on<{ areNone: boolean }>(undefined, noPayment, []);
    isNoticed = !payments?.areNone;
  }
  const recent = lasting(+now - remembersMs);
  // What is announced can be taken back by a lower price, and is no measure of one.
  const isFar = recent.some(
    (price) => priceVnd > price.priceVnd * mostAlone || (price.from <= now && priceVnd * mostAlone < price.priceVnd),
  );
  const earliest = isNoticed ? new Date(+now + noticeMs) : soon;
  const begins = from && from > earliest ? from : earliest;
  const own = new Set(known.flatMap((price) => price.businessId ?? []));
  return {
    isNoticed,
    earliest,
    from: begins,
    ownPrices: own.size,
    replaces: book.find(modelId, businessId, begins),
    needsSecond: businessId === null || recent.length === 0 || isFar,
  };
}

const ofModel = `SELECT ${priceColumns} FROM prices WHERE model_id = $1`;

const noPayment = `SELECT NOT EXISTS (SELECT FROM transfers WHERE kind IN ('top_up', 'claim')) AS "areNone"`;

/** What adding a price would do. Throws StaffError, and NOT_FOUND for an unknown business. */
export async function planPrice({ model, vnd, unit, business: name, from }: StatedPrice): Promise<PlannedPrice> {
  const business = name === undefined ? null : await getBusiness(name);
  const wanted = { modelId: model, businessId: business?.id ?? null, priceVnd: vnd, unit, from: from ?? null };
  const { isNoticed, earliest, ...checked } = await checkPrice(sql, wanted);
  if (from && from < earliest) {
    if (isNoticed) throw new StaffError("operator.errors.priceNotice", { hours: noticeMs / hours(1) });
    throw new StaffError("operator.errors.priceTooSoon", { seconds: leadMs / 1000 });
  }
  return { modelId: model, business, priceVnd: vnd, unit, ...checked };
}

export const priceAct: MoneyAct<Wanted, string> = {
  kind: "price.add",
  input: z.object({
    modelId: z.string(),
    businessId: z.string().nullable(),
    priceVnd: z.number(),
    unit: z.enum(["1000_characters", "second"]),
    from: keptTime.nullable(),
  }),
  async plan(tx, wanted) {
    const { modelId, businessId, priceVnd, unit, from } = wanted;
    await tx.$executeRawUnsafe(lockPrices);
    const { needsSecond, replaces } = await checkPrice(sqlOf(tx), wanted);
    const price = { modelId, priceVnd: String(priceVnd), unit, ...(from && { begins: from.toISOString() }) };
    const about = { ...price, formerVnd: replaces ? String(replaces.priceVnd) : "–" };
    return { businessIds: [businessId], amountVnd: 0n, needsSecond, about };
  },
  async carryOut(tx, wanted, { operator, reason }) {
    const { modelId, businessId, priceVnd, unit } = wanted;
    // Where it waited for a second person, the notice begins now.
    const { from, replaces } = await checkPrice(sqlOf(tx), wanted);
    const id = newId("price");
    const data = { id, modelId, businessId, from, priceVnd, unit, source: "operator", createdAt: clock.now() };
    await tx.price.create({ data, select: { id: true } });
    await announceLater(tx, id, replaces?.priceVnd ?? null);
    const about = { priceId: id, modelId, priceVnd: String(priceVnd), unit, from: from.toISOString() };
    await recordPlatformAct(tx, operator, { action: "price.added", businessId, reason, about });
    return id;
  },
};

/**
 * Its result is the price's id. A worker then notifies the businesses concerned. A second person decides about a price
 * for everyone and about more than twice or less than half of a price of the last 30 days; a higher one begins 24 hours after that at the earliest.
 */
export const addPrice = (operator: Operator, { business, ...price }: PlannedPrice, reason: string) => {
  const { modelId, priceVnd, unit, from } = price;
  return perform(priceAct, operator, { modelId, businessId: business?.id ?? null, priceVnd, unit, from }, reason);
};
