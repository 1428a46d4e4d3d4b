import { expect, test } from "vitest";
import { db } from "@/lib/db";
import { makeBusiness } from "@/prisma/factories";
import { grantWelcomeCredit } from "./accounts";

const balance = async (businessId: string) =>
  (await db.walletAccount.findFirstOrThrow({ where: { businessId, kind: "available" } })).balanceMilli;

test("a new business gets 50,000 ₫ once, however often it is requested", async () => {
  const { id } = await makeBusiness();
  for (let time = 0; time < 3; time++) await db.$transaction((tx) => grantWelcomeCredit(tx, id));

  expect(await balance(id)).toBe(50_000_000n);
  expect(await db.transfer.count({ where: { reference: `welcome:${id}` } })).toBe(1);
});

test("welcome credit is paid by the promotion account", async () => {
  const promotion = () => db.walletAccount.findUniqueOrThrow({ where: { id: "acc_promotion" } });
  const before = await promotion();
  const { id } = await makeBusiness();
  await grantWelcomeCredit(db, id);

  expect((await promotion()).balanceMilli).toBe(before.balanceMilli - (await balance(id)));
});

test("20 concurrent grants pay once", async () => {
  const { id } = await makeBusiness();
  await Promise.all(Array.from({ length: 20 }, () => grantWelcomeCredit(db, id)));
  expect(await balance(id)).toBe(50_000_000n);
});
