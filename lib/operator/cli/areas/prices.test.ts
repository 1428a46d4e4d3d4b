import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { leadMs } from "@/lib/money/prices/new-prices";
import { registerLines } from "@/lib/money/prices/register";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeBusiness } from "@/prisma/factories";
import { makeStaff, makeTerminalOperator } from "@/prisma/staff-factories";

const [printed, complained]: [string[], string[]] = [[], []];
beforeEach(() => {
  printed.length = complained.length = 0;
  vi.spyOn(process.stdout, "write").mockImplementation((line) => printed.push(String(line)) > 0);
  vi.spyOn(process.stderr, "write").mockImplementation((line) => complained.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());
beforeAll(() => makeTerminalOperator());

const no = async () => "no";
const who = ["--as", "ops@vang.example", "--reason", "Hợp đồng 12"];
const of = (modelId: string) => ["--model", modelId, "--unit", "second"];
const pricesOf = (modelId: string) => db.price.findMany({ where: { modelId }, orderBy: { id: "asc" } });
const configure = (modelId: string) =>
  registerLines([{ modelId, unit: "second", priceVnd: 5, from: "2026-01-01T00:00:00Z", source: "engines" }]);

test("a price is shown with what it replaces, and added when it is confirmed", async () => {
  await configure("shown");
  expect(await operateFromTerminal(["prices", "add", ...of("shown"), "--vnd", "7"], no)).toBe(1);
  expect(printed.join("")).toContain("7 ₫ instead of 5 ₫");
  expect(await pricesOf("shown")).toHaveLength(1);

  const now = clock.now();
  const { email } = await makeStaff("finance");
  expect(await operateFromTerminal(["prices", "add", ...of("shown"), "--vnd", "7", ...who], async () => "yes")).toBe(0);
  const [, actId = ""] = /credit approve (mny_\w+)/.exec(printed.join("")) ?? [];
  expect(await pricesOf("shown")).toHaveLength(1);
  expect(await operateFromTerminal(["credit", "approve", actId, "--as", email, "--reason", "Đã xem"])).toBe(0);
  const [, added] = await pricesOf("shown");
  expect(added).toMatchObject({ priceVnd: 7, unit: "second", businessId: null, source: "operator", taxIncluded: true });
  expect(+(added?.from ?? 0)).toBeGreaterThanOrEqual(+now + leadMs);
});

test("a business gets a price of its own from a moment on, by its slug", async () => {
  await configure("own");
  const { id, slug, name } = await makeBusiness();
  const options = ["--vnd", "3", "--business", slug, "--from", "2127-01-01T00:00:00+07:00", "--yes", ...who];
  expect(await operateFromTerminal(["prices", "add", ...of("own"), ...options])).toBe(0);
  expect(printed.join("")).toContain(`${name} (${id})`);
  expect((await pricesOf("own"))[1]).toMatchObject({ businessId: id, from: new Date("2126-12-31T17:00:00Z") });

  const [act] = await db.platformAuditEvent.findMany({ where: { businessId: id } });
  expect(act).toMatchObject({
    action: "price.added",
    operator: "ops@vang.example",
    details: { reason: "Hợp đồng 12", priceVnd: "3", modelId: "own", priceId: (await pricesOf("own"))[1]?.id },
  });
});

test.each([
  ["the model has another unit", ["--model", "wrong", "--unit", "1000_characters", "--vnd", "7"], "by second"],
  ["the start has passed", [...of("wrong"), "--vnd", "7", "--from", "2026-01-01T00:00:00Z"], "15 seconds"],
  [
    "the business is unknown",
    [...of("wrong"), "--vnd", "7", "--business", "no-such"],
    "No business has the ID or slug “no-such”",
  ],
  ["the unit is unknown", ["--model", "wrong", "--unit", "minute", "--vnd", "7"], "--unit", 2],
  ["the price has decimals", [...of("wrong"), "--vnd", "7.5"], "--vnd", 2],
  ["the price is zero", [...of("wrong"), "--vnd", "0"], "--vnd", 2],
  ["the start has no time zone", [...of("wrong"), "--vnd", "7", "--from", "2127-01-01T00:00:00"], "--from", 2],
  ["an option is unknown", [...of("wrong"), "--vnd", "7", "--until", "2127-01-01"], "--until", 2],
])("nothing is added when %s", async (_, options, words, exitCode = 1) => {
  await configure("wrong");
  expect(await operateFromTerminal(["prices", "add", ...options, "--yes", ...who])).toBe(exitCode);
  expect(complained.join("")).toContain(words);
  expect(await pricesOf("wrong")).toHaveLength(1);
});

test("nothing is added when it is not said who adds it and why", async () => {
  await configure("anonymous");
  expect(await operateFromTerminal(["prices", "add", ...of("anonymous"), "--vnd", "7", "--yes"], async () => "")).toBe(
    2,
  );
  expect(complained.join("")).toContain("email address");
  expect(await pricesOf("anonymous")).toHaveLength(1);
});
