import { afterEach, expect, test } from "vitest";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeBusiness } from "@/prisma/factories";
import { grantWelcomeCredit, sweepWelcomeGrants } from "./accounts";

afterEach(() => clock.reset());

const balance = async (businessId: string) =>
  (await db.walletAccount.findFirstOrThrow({ where: { businessId, kind: "available" } })).balanceMilli;

test("a new business gets 50,000 ₫ once, however often it is requested", async () => {
  const { id } = await makeBusiness();
  for (let time = 0; time < 3; time++) await db.$transaction((tx) => grantWelcomeCredit(tx, id, id));

  expect(await balance(id)).toBe(50_000_000n);
  expect(await db.transfer.count({ where: { reference: `welcome:${id}` } })).toBe(1);
});

test("welcome credit is paid by the promotion account", async () => {
  const promotion = () => db.walletAccount.findUniqueOrThrow({ where: { id: "acc_promotion" } });
  const before = await promotion();
  const { id } = await makeBusiness();
  await grantWelcomeCredit(db, id, id);

  expect((await promotion()).balanceMilli).toBe(before.balanceMilli - (await balance(id)));
});

test("20 concurrent grants pay once", async () => {
  const { id } = await makeBusiness();
  await Promise.all(Array.from({ length: 20 }, () => grantWelcomeCredit(db, id, id)));
  expect(await balance(id)).toBe(50_000_000n);
});

test("a mailbox is given welcome credit once, for whichever business, and again after a year", async () => {
  const businesses = await Promise.all(Array.from({ length: 4 }, () => makeBusiness()));
  await Promise.all(businesses.map(({ id }) => grantWelcomeCredit(db, id, "of Lan")));
  const balances = await Promise.all(businesses.map(({ id }) => balance(id)));
  expect(balances.sort()).toEqual([0n, 0n, 0n, 50_000_000n]);

  const later = await makeBusiness();
  clock.advance(days(364));
  await sweepWelcomeGrants();
  await grantWelcomeCredit(db, later.id, "of Lan");
  expect(await balance(later.id)).toBe(0n);
  clock.advance(days(2));
  expect(await sweepWelcomeGrants()).toBeGreaterThan(0);
  await grantWelcomeCredit(db, later.id, "of Lan");
  expect(await balance(later.id)).toBe(50_000_000n);
});
