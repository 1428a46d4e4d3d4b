import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMilli } from "./amounts";
import { findPrice, type Price, quote } from "./prices";

const price = (priceVnd: number, from: string): Price => ({ modelId: "m", unit: "1000_characters", priceVnd, from });
const list = [price(450, "2026-06-01T00:00:00+07:00"), price(300, "2026-01-01T00:00:00+07:00")];

test("a price holds from its first moment until the next one begins", () => {
  const at = (moment: string) => findPrice("m", new Date(moment), list).priceVnd;

  expect(at("2026-01-01T00:00:00+07:00")).toBe(300);
  expect(at("2026-05-31T23:59:59.999+07:00")).toBe(300);
  expect(at("2026-06-01T00:00:00+07:00")).toBe(450);
});

test("nothing is sold before it has a price", () => {
  expect(() => findPrice("m", new Date("2025-12-31T16:59:59Z"), list)).toThrow(/no price/);
  expect(() => findPrice("unknown", new Date("2026-07-01"), list)).toThrow(/no price/);
});

test("a thousand characters cost their price, and parts add up to the whole", () => {
  const size = fc.nat(5000);
  fc.assert(
    fc.property(fc.nat(100_000), size, size, (priceVnd, a, b) => {
      const cost = (characters: number) => quote(price(priceVnd, "2026-01-01"), characters);
      expect(cost(1000)).toBe(BigInt(priceVnd) * 1000n);
      expect(cost(a) + cost(b)).toBe(cost(a + b));
    }),
  );
});

test("an amount is written exactly", () => {
  expect([0n, 300n, 7200n, 1_250_000_000n, 1n, -60_300n].map(formatMilli)).toEqual([
    "0",
    "0.3",
    "7.2",
    "1250000",
    "0.001",
    "-60.3",
  ]);
});

test("a started second costs its price", () => {
  expect(quote({ priceVnd: 10, unit: "second" }, 61)).toBe(610_000n);
});
