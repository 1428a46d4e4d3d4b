// @module-tag promise
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMilli } from "@/lib/platform/amounts";
import { promised } from "@/testing/promises";
import { quote } from "./quote";

test("a thousand characters cost their price, and parts add up to the whole", () => {
  const size = fc.nat(5000);
  fc.assert(
    fc.property(fc.nat(100_000), size, size, (priceVnd, a, b) => {
      const cost = (characters: number) => quote({ priceVnd, unit: "1000_characters" }, characters);
      expect(cost(1000)).toBe(BigInt(priceVnd) * 1000n);
      expect(Number(cost(a) + cost(b) - cost(a + b))).toBe(promised("T4"));
    }),
  );
});

test("a started second costs its price", () => {
  expect(quote({ priceVnd: 10, unit: "second" }, 61)).toBe(610_000n);
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
