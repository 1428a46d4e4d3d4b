// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock, seconds } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { asOwner } from "@/testing/harness/as-owner";
import { type ConfiguredPrice, leadMs } from "./new-prices";
import { registerLines } from "./register";

afterEach(() => clock.reset());

const line = (modelId: string, priceVnd: number, from = "2026-01-01T00:00:00+07:00"): ConfiguredPrice => ({
  modelId,
  unit: "second",
  priceVnd,
  from,
  source: "engines",
});
const pricesOf = async (modelId: string) =>
  (await db.price.findMany({ where: { modelId }, orderBy: { id: "asc" } })).map(({ priceVnd }) => priceVnd);

test("processes that start concurrently register a price once", async () => {
  const lines = [line("at-once", 3), line("at-once", 4, "2026-02-01T00:00:00+07:00")];
  await Promise.all(Array.from({ length: 8 }, () => registerLines(lines)));
  expect(await pricesOf("at-once")).toEqual([4, 3]);
  const changed = [line("at-once", 5)];
  await Promise.all(Array.from({ length: 8 }, () => registerLines([...changed, ...lines])));
  expect(await pricesOf("at-once")).toEqual([4, 3]);
});

test("a changed price is one more row, which begins once every process can know it", async () => {
  await registerLines([line("changed", 3)]);
  const before = clock.now();
  await registerLines([line("changed", 5)]);
  const [first, second] = await db.price.findMany({ where: { modelId: "changed" }, orderBy: { from: "asc" } });
  expect(first).toMatchObject({ priceVnd: 3, from: new Date("2025-12-31T17:00:00Z"), source: "engines" });
  expect(second).toMatchObject({ priceVnd: 5, source: "engines", taxIncluded: true, businessId: null });
  expect(+(second?.from ?? 0)).toBeGreaterThanOrEqual(+before + leadMs);
});

test("a process with an older configuration does not revert a newer price, however often it starts", async () => {
  const [older, newer] = [[line("older", 3)], [line("older", 5)]];
  await registerLines(older);
  await registerLines(newer);
  for (let start = 0; start < 3; start++) {
    clock.advance(seconds(60));
    await registerLines(older);
    await registerLines(newer);
  }
  expect(await pricesOf("older")).toEqual([3, 5]);
});

test("nor does a line that equalled the current price when it was first seen", async () => {
  await registerLines([line("same", 3)]);
  const [older, newer] = [line("same", 3, "2026-02-01T00:00:00Z"), line("same", 5, "2026-02-01T00:00:00Z")];
  await registerLines([older]);
  await registerLines([newer]);
  clock.advance(seconds(60));
  await registerLines([older]);
  expect(await pricesOf("same")).toEqual([3, 5]);
});

test("the database rejects any change of a price", async () => {
  await registerLines([line("kept", 3)]);
  const changes = ["UPDATE prices SET price_vnd = 4", "DELETE FROM prices", "TRUNCATE prices CASCADE"];
  for (const change of changes) {
    await expect(sql(undefined, change, [])).rejects.toThrow("permission denied");
    await expect(asOwner((client) => client.query(change))).rejects.toThrow("prices is written once");
  }
  expect(await pricesOf("kept")).toEqual([3]);
});
