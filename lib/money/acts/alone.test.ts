import { expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { adjustCredit } from "@/lib/money/adjustments/adjust-credit";
import { listSetup } from "@/lib/operator/setup/setup";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { walletOf } from "@/testing/harness/bank-books";
import { actsIn } from "@/testing/harness/terminal";

process.env.SECOND_PERSON = "off";

test("with SECOND_PERSON=off one person moves any amount at once, which the audit and the set-up say; not of their own business", async () => {
  const clerk = await makeStaff("finance");
  const { businessId } = await makeMember();
  const business = await getBusiness(businessId);
  const adjustment = { amountVnd: 90_000_000n, reason: "Bù" };
  expect(await adjustCredit(clerk, business, adjustment)).toMatchObject({ status: "done" });
  expect((await walletOf(businessId)).available).toBe(90_000_000_000n);
  expect((await actsIn(businessId)).map(({ action }) => action)).toEqual(["credit.adjusted", "act.alone"]);
  const approver = (await listSetup(clerk)).find(({ part }) => part === "approver");
  expect(approver).toMatchObject({ state: "optional", value: "SECOND_PERSON=off", warning: "alone" });
  await db.membership.create({ data: { businessId, userId: clerk.userId, role: "viewer", createdAt: new Date() } });
  const again = adjustCredit(clerk, business, { ...adjustment, reason: "Nữa" });
  await expect(again).rejects.toMatchObject({ id: "operator.errors.ownBusiness" });
});
