import { expect, test } from "vitest";
import { db } from "@/lib/db";
import { makeBusiness } from "@/prisma/factories";
import { creditFromPromotion, grantWelcomeCredit, welcomeCreditMilli } from "./accounts";

const balance = async (businessId: string, kind: "available" | "held" = "available") =>
  (await db.walletAccount.findFirstOrThrow({ where: { businessId, kind } })).balanceMilli;

test("a new business is given 50,000 ₫ once, however often it is asked for", async () => {
  const { id } = await makeBusiness();
  for (let time = 0; time < 3; time++) await db.$transaction((tx) => grantWelcomeCredit(tx, id));

  expect(await balance(id)).toBe(50_000_000n);
  expect(await db.transfer.count({ where: { reference: `welcome:${id}` } })).toBe(1);
});

test("what a business is given, the promotion account pays", async () => {
  const promotion = () => db.walletAccount.findUniqueOrThrow({ where: { id: "acc_promotion" } });
  const before = await promotion();
  const { id } = await makeBusiness({ creditMilli: 7n });

  expect(await balance(id)).toBe(7n);
  expect((await promotion()).balanceMilli).toBe(before.balanceMilli - 7n);
});

test("20 parallel grants give once", async () => {
  const { id } = await makeBusiness();
  const credit = { businessId: id, amountMilli: welcomeCreditMilli, reference: `welcome:${id}` };
  const given = await Promise.all(Array.from({ length: 20 }, () => creditFromPromotion(db, credit)));

  expect(given.filter(Boolean)).toHaveLength(1);
  expect(await balance(id)).toBe(welcomeCreditMilli);
});
