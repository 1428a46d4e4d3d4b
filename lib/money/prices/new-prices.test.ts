import { expect, test } from "vitest";
import { type ConfiguredPrice, leadMs, newPricesOf } from "./new-prices";
import type { Price } from "./price-book";

const now = new Date("2026-11-22T12:00:00Z");
const soon = new Date(+now + leadMs);

const line = (priceVnd: number, from: string): ConfiguredPrice => ({
  modelId: "m",
  unit: "second",
  priceVnd,
  from,
  source: "engines",
});
const known = (priceVnd: number, from: string): Price => ({
  id: `prc_${priceVnd}`,
  modelId: "m",
  businessId: null,
  from: new Date(from),
  priceVnd,
  unit: "second",
  taxIncluded: true,
  createdAt: new Date(from),
});
const written = (lines: ConfiguredPrice[], unseen: ConfiguredPrice[], prices: Price[]) =>
  newPricesOf(lines, { unseen: new Set(unseen), known: prices, now }).map(({ priceVnd, from }) => [priceVnd, from]);

test("a model without prices gets all lines unchanged, of two with the same start the first", () => {
  const lines = [
    line(4, "2026-03-01T00:00:00Z"),
    line(3, "2026-01-01T00:00:00Z"),
    line(2, "2026-01-01T07:00:00+07:00"),
  ];
  expect(written(lines, lines, [])).toEqual([
    [4, new Date("2026-03-01")],
    [3, new Date("2026-01-01")],
  ]);
});

test("a model whose only price begins later gets its configured price unchanged too", () => {
  const first = line(3, "2026-01-01T00:00:00Z");
  expect(written([first], [first], [known(9, "2027-01-01")])).toEqual([[3, new Date("2026-01-01")]]);
});

test("a changed line begins soon, and past prices stay as they were", () => {
  const changed = line(5, "2026-01-01T00:00:00Z");
  expect(written([changed], [changed], [known(3, "2026-01-01")])).toEqual([[5, soon]]);
});

test("a line equal to the current price adds nothing", () => {
  const same = line(3, "2026-05-01T00:00:00Z");
  expect(written([same], [same], [known(3, "2026-01-01")])).toEqual([]);
});

test("a line that was seen before adds nothing, whatever the current price", () => {
  expect(written([line(3, "2026-01-01T00:00:00Z")], [], [known(3, "2026-01-01"), known(9, "2026-06-01")])).toEqual([]);
});

test("a future line begins on its date, one within seconds when every process can know it", () => {
  const later = line(7, "2027-01-01T00:00:00Z");
  const next = line(8, new Date(+now + 1000).toISOString());
  expect(written([later, next], [later, next], [known(3, "2026-01-01")])).toEqual([
    [7, new Date("2027-01-01")],
    [8, soon],
  ]);
});

test("an unknown line that the configuration itself has replaced adds nothing", () => {
  const [old, current] = [line(2, "2026-02-01T00:00:00Z"), line(3, "2026-05-01T00:00:00Z")];
  expect(written([old, current], [old, current], [known(3, "2026-01-01")])).toEqual([]);
});
