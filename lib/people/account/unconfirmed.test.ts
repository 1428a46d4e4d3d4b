// @module-tag promise
// @module-tag slow
import { afterEach, expect, test, vi } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { makeStaff } from "@/prisma/staff-factories";
import { mailedToken } from "@/testing/harness/mailbox";
import { signUp } from "./sign-up";
import { sweepUnconfirmed } from "./unconfirmed";
import { resendVerification, verifyEmail } from "./verify-email";

afterEach(clock.reset);

async function newcomer() {
  const email = `${newId("user")}@example.com`;
  const { userId } = await signUp({ name: "Lan", businessName: "Sách", email, password: "con mèo trèo cây cau" }, "vi");
  const { businessId } = await db.membership.findFirstOrThrow({ where: { userId } });
  return { email, userId, businessId };
}
const isThere = async ({ userId }: { userId: string }) => (await db.user.count({ where: { id: userId } })) === 1;

test("an unconfirmed account is deleted after seven days, and its business archived; a confirmed one stays", async () => {
  const [lost, confirmed, late] = [await newcomer(), await newcomer(), await newcomer()];
  await verifyEmail(await mailedToken(confirmed.email, "verify"));
  clock.advance(days(7) - hours(1));
  await resendVerification(late.email);
  await sweepUnconfirmed();
  expect([await isThere(lost), await isThere(confirmed), await isThere(late)]).toEqual([true, true, true]);

  clock.advance(hours(2));
  await sweepUnconfirmed();
  expect([await isThere(lost), await isThere(confirmed), await isThere(late)]).toEqual([false, true, true]);
  const { archivedAt } = await db.business.findUniqueOrThrow({ where: { id: lost.businessId } });
  expect(archivedAt).not.toBeNull();

  clock.advance(days(1));
  await sweepUnconfirmed();
  expect(await isThere(late)).toBe(false);
});

test("an unconfirmed account that cannot be deleted, since its business has credit, keeps no other", async () => {
  const [credited, lost] = [await newcomer(), await newcomer()];
  const paid = { amountVnd: 5000n, reference: "HD 13", reason: "Hợp đồng" };
  await enterCredit(await makeStaff("finance"), await getBusiness(credited.businessId), paid);
  clock.advance(days(8));
  const report = vi.spyOn(log, "error").mockImplementation(() => undefined);
  await sweepUnconfirmed();
  expect([await isThere(credited), await isThere(lost)]).toEqual([true, false]);
  expect(report).toHaveBeenCalledOnce();
});
