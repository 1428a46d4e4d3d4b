// @module-tag promise
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Price, PriceBook } from "./price-book";

const price = (id: string, from: string, options: Partial<Price> = {}): Price => ({
  id,
  modelId: "m",
  businessId: null,
  from: new Date(from),
  priceVnd: 300,
  unit: "1000_characters",
  taxIncluded: true,
  createdAt: new Date("2026-01-01"),
  ...options,
});

test("a price is valid from its first moment until the next one begins", () => {
  const book = new PriceBook([price("b", "2026-06-01T00:00:00+07:00"), price("a", "2026-01-01T00:00:00+07:00")]);
  const at = (moment: string) => book.find("m", null, new Date(moment))?.id;

  expect(at("2025-12-31T23:59:59.999+07:00")).toBeUndefined();
  expect(at("2026-01-01T00:00:00+07:00")).toBe("a");
  expect(at("2026-05-31T23:59:59.999+07:00")).toBe("a");
  expect(at("2026-06-01T00:00:00+07:00")).toBe("b");
});

test("a business's own price takes precedence over a general one, even a later one, and applies to no other business", () => {
  const own = price("own", "2026-02-01", { businessId: "biz_a" });
  const book = new PriceBook([price("old", "2026-01-01"), own, price("new", "2026-03-01")]);
  const at = (businessId: string | null, moment: string) => book.find("m", businessId, new Date(moment))?.id;

  expect(at("biz_a", "2026-01-15")).toBe("old");
  expect(at("biz_a", "2026-04-01")).toBe("own");
  expect(at("biz_b", "2026-02-15")).toBe("old");
  expect(at(null, "2026-04-01")).toBe("new");
});

test("the prices that apply to a business are listed in order, each until the next one, without those that never apply", () => {
  const own = price("own", "2026-02-01", { businessId: "biz_a" });
  const same = price("same", "2026-05-01", { createdAt: new Date("2026-01-02") });
  const other = price("other", "2026-01-01", { modelId: "n" });
  const book = new PriceBook([
    ...[price("old", "2026-01-01"), own, price("new", "2026-03-01"), price("replaced", "2026-05-01"), same, other],
    price("later", "2026-06-01", { businessId: "biz_a" }),
  ]);
  const listed = (businessId: string | null) =>
    book.listApplied("m", businessId).map(({ id, until }) => `${id} ${until?.toISOString().slice(0, 10) ?? "on"}`);

  expect(listed("biz_a")).toEqual(["old 2026-02-01", "own 2026-06-01", "later on"]);
  expect(listed("biz_b")).toEqual(["old 2026-03-01", "new 2026-05-01", "same on"]);
  expect(listed(null)).toEqual(listed("biz_b"));
  expect(book.listApplied("unknown", null)).toEqual([]);
});

const fewMoments = fc.integer({ min: 0, max: 5 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)));
const anyBusiness = fc.constantFrom(null, "biz_a", "biz_b");
const anyModel = fc.constantFrom("m", "n");
const anyPrices = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 99 }).map((number) => `prc_${String(number).padStart(2, "0")}`),
    modelId: anyModel,
    businessId: anyBusiness,
    from: fewMoments,
    createdAt: fewMoments,
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);

/** A direct implementation of the rule. */
function search(prices: Price[], modelId: string, businessId: string | null, at: Date): Price | undefined {
  const begun = prices.filter((one) => one.modelId === modelId && one.from.getTime() <= at.getTime());
  const own = begun.filter((one) => businessId !== null && one.businessId === businessId);
  const general = begun.filter((one) => one.businessId === null);
  return (own.length > 0 ? own : general).reduce<Price | undefined>((best, one) => {
    if (!best) return one;
    const order = [+one.from - +best.from, +one.createdAt - +best.createdAt, one.id > best.id ? 1 : -1];
    return (order.find((difference) => difference !== 0) ?? 0) > 0 ? one : best;
  }, undefined);
}

test("the found price equals that of a search of all prices", () => {
  fc.assert(
    fc.property(anyPrices, anyModel, anyBusiness, fewMoments, (options, modelId, businessId, at) => {
      const prices = options.map(({ id, from, ...rest }) => price(id, from.toISOString(), rest));
      expect(new PriceBook(prices).find(modelId, businessId, at)).toBe(search(prices, modelId, businessId, at));
    }),
    { numRuns: 2000 },
  );
});
