// @module-tag promise
import { afterEach, beforeEach, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { StaffMember } from "@/lib/access/principals/staff";
import { approveMoneyAct } from "@/lib/money/acts/decide";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports } from "@/testing/harness/bank-books";
import { addPrice, planPrice } from "./register-operator-price";

let [clerk, second]: [StaffMember, StaffMember] = [{} as StaffMember, {} as StaffMember];
let model = "";
beforeEach(async () => {
  [clerk, second] = await Promise.all([makeStaff("finance"), makeStaff("finance")]);
  model = `model-${newId("request").slice(-8)}`;
});
afterEach(() => clock.reset());

const unit = "1000_characters" as const;
const inHours = (count: number) => new Date(+clock.now() + hours(count));

/** What applied before, for everyone. */
async function makeGeneral(priceVnd = 300) {
  const from = new Date("2026-01-01T00:00:00+07:00");
  const general = { modelId: model, priceVnd, unit, source: "built_in" };
  await db.price.create({ data: { id: newId("price"), ...general, from, createdAt: from } });
}

async function add(vnd: number, { business, from }: { business?: string; from?: Date } = {}) {
  return addPrice(clerk, await planPrice({ model, vnd, unit, business, from }), "Theo hợp đồng");
}

const newest = () => db.price.findFirstOrThrow({ where: { modelId: model }, orderBy: { id: "desc" } });

/** The first payment of any business ends the set-up. */
async function makePayment() {
  const transferId = await bankReports();
  await assignUnclaimed(clerk, transferId, await getBusiness((await makeMember()).businessId), "Khớp");
}

test("in set-up a price begins at once, and a second person decides about one for everyone all the same", async () => {
  await makeGeneral();
  const { status, actId } = await add(400);
  expect(status).toBe("open");
  await approveMoneyAct(second, actId, "Đúng");
  expect(+(await newest()).from).toBeLessThan(+inHours(1));
});

test("a price for everyone waits for a second person, and a higher one begins a day after the approval at the earliest", async () => {
  await makePayment();
  await makeGeneral();
  await expect(add(999_999_999, { from: inHours(1) })).rejects.toMatchObject({ id: "operator.errors.priceNotice" });
  const { status, actId } = await add(350, { from: inHours(25) });
  expect(status).toBe("open");
  clock.advance(days(3));
  await approveMoneyAct(second, actId, "Đúng");
  expect(+(await newest()).from).toBeGreaterThanOrEqual(+inHours(24) - 60_000);
  // A lower one needs no notice, and a second person still.
  const lower = await add(290);
  expect(lower.status).toBe("open");
  await approveMoneyAct(second, lower.actId, "Đúng");
  expect(+(await newest()).from).toBeLessThan(+inHours(1));
});

test("one person agrees a business's price up to twice the price before, not more, also not in several steps at once", async () => {
  await makePayment();
  await makeGeneral();
  const { businessId, businessSlug: business } = await makeMember();
  expect(await add(601, { business })).toMatchObject({ status: "open" });
  expect(await add(600, { business })).toMatchObject({ status: "done" });
  expect(await newest()).toMatchObject({ businessId, priceVnd: 600 });
  expect(+(await newest()).from).toBeGreaterThanOrEqual(+inHours(24) - 60_000);
  expect(await add(1200, { business, from: inHours(48) })).toMatchObject({ status: "open" });
  expect(await add(200, { business })).toMatchObject({ status: "done" });
  expect(+(await newest()).from).toBeLessThan(+inHours(1));
});

test("a price more than twice or less than half of any of the last 30 days needs a second person, also by small steps", async () => {
  await makePayment();
  await makeGeneral();
  const [raised, lowered] = [await makeMember(), await makeMember()];
  const step = async (vnd: number, { businessSlug: business }: { businessSlug: string }) =>
    (await add(vnd, { business })).status;
  expect(await step(149, lowered)).toBe("open");
  expect(await step(1, lowered)).toBe("open");
  expect([await step(500, raised), await step(200, lowered)]).toEqual(["done", "done"]);
  clock.advance(hours(25));
  expect([await step(700, raised), await step(140, lowered)]).toEqual(["open", "open"]);
  clock.advance(days(31));
  expect([await step(900, raised), await step(140, lowered)]).toEqual(["done", "done"]);
});

test("a price above one that is announced is a higher price, and begins a day later at the earliest", async () => {
  await makePayment();
  await makeGeneral(1000);
  const { businessSlug: business } = await makeMember();
  const from = inHours(240);
  const announced = { modelId: model, priceVnd: 100, unit, source: "operator", from, createdAt: clock.now() };
  await db.price.create({ data: { id: newId("price"), ...announced } });
  const planned = await planPrice({ model, vnd: 1000, unit, business });
  expect(planned.needsSecond).toBe(true);
  expect(+planned.from).toBeGreaterThanOrEqual(+inHours(24) - 60_000);
});

test("the first price of a model needs a second person and no notice, for one business too", async () => {
  await makePayment();
  const { businessSlug: business } = await makeMember();
  for (const one of [{}, { business }]) {
    const { status, actId } = await add(900_000_000, one);
    expect(status).toBe("open");
    if (!("business" in one)) continue;
    await approveMoneyAct(second, actId, "Đúng");
    expect(+(await newest()).from).toBeLessThan(+inHours(1));
  }
});

test("a price is not approved once what it replaces is another, nor by someone of its business", async () => {
  await makePayment();
  await makeGeneral();
  const { businessId, businessSlug: business } = await makeMember();
  const { actId } = await add(700, { business });
  await add(250, { business });
  clock.advance(60_000);
  await expect(approveMoneyAct(second, actId, "x")).rejects.toMatchObject({ id: "operator.errors.actChanged" });
  const again = await add(800, { business });
  await db.membership.create({ data: { businessId, userId: second.userId, role: "viewer", createdAt: clock.now() } });
  await expect(approveMoneyAct(second, again.actId, "x")).rejects.toMatchObject({ id: "operator.errors.ownBusiness" });
});
