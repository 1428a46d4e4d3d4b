import { beforeAll, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { StaffMember } from "@/lib/access/principals/staff";
import { adjustCredit } from "@/lib/money/adjustments/adjust-credit";
import { assignUnclaimed, unassign } from "@/lib/money/bank/transfers/assign";
import { createClaim } from "@/lib/money/claims/service";
import { getTopUp } from "@/lib/money/top-ups/list";
import { clock } from "@/lib/platform/clock";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { order } from "@/testing/harness/transfers";
import { searchBusinesses, suggestBusinesses } from "./suggest";
import { findTransfer } from "./transfers";

let finance: StaffMember;
beforeAll(async () => {
  finance = await makeStaff("finance");
});
const suggest = async (id: string) => suggestBusinesses((await findTransfer(finance, id)).unassigned);

test("a mangled code leads to its order, and crediting it pays that order", async () => {
  const member = await makeMember();
  const { id: orderId, code } = await order(member, 351_234);
  const wrong = code.slice(0, 4) + (code[4] === "A" ? "B" : "A") + code.slice(5, 9);
  const id = await bankReports({ memo: `MBVCB.327.${wrong}.CT tu 0123`, amountVnd: 351_234n });
  const [best] = await suggest(id);
  expect(best).toMatchObject({
    business: { id: member.businessId },
    because: ["code", "order"],
    order: { id: orderId, code },
    effect: { availableMilli: 0n, settledMilli: 0n, availableAfterMilli: 351_234_000n },
  });
  await assignUnclaimed(finance, id, await getBusiness(member.businessId), "Mã sai một ký tự", { orderId });
  expect(await getTopUp(member, orderId)).toMatchObject({ status: "credited" });
  expect(await walletOf(member.businessId)).toMatchObject({ available: best?.effect.availableAfterMilli });
  expect((await findTransfer(finance, id)).history).toMatchObject([
    { action: "transfer.assigned", actor: finance.name, reason: "Mã sai một ký tự" },
  ]);
  expect(await suggest(await bankReports({ memo: `${wrong} lan hai`, amountVnd: 1000n, payer: null }))).toEqual([]);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("an open claim, an order of the amount and an earlier payer are suggested, the claim first", async () => {
  const [claimant, buyer, regular] = [await makeMember(), await makeMember(), await makeMember()];
  const payer = { account: "1903777", name: "CONG TY QUEN" };
  await assignUnclaimed(finance, await bankReports({ payer }), await getBusiness(regular.businessId), "Quen");
  await order(buyer, 612_345);
  const claim = { amountVnd: 612_345, transferredAt: clock.now(), reference: "", note: "" };
  const claimId = await createClaim(claimant, claim);
  const suggestions = await suggest(await bankReports({ payer, amountVnd: 612_345n, memo: "tien" }));
  expect(suggestions.map(({ business, because }) => [business.id, because])).toEqual([
    [claimant.businessId, ["claim"]],
    [buyer.businessId, ["order"]],
    [regular.businessId, ["payer"]],
  ]);
  expect(suggestions[0]).toMatchObject({ claimId });
});

test("the preview says what of a payment is debt and whether the business works again", async () => {
  const member = await makeMember();
  const business = await getBusiness(member.businessId);
  const first = await bankReports({ amountVnd: 100_000n });
  await assignUnclaimed(finance, first, business, "x");
  await adjustCredit(finance, business, { amountVnd: -100_000n, reason: "Đã dùng" });
  await unassign(finance, first, "Nhầm");
  const [found] = await searchBusinesses(finance, member.businessSlug, 150_000n);
  expect(found?.effect).toMatchObject({ owedMilli: 100_000_000n, settledMilli: 100_000_000n, resumes: true });
  expect(found?.effect.availableAfterMilli).toBe(50_000_000n);
});
