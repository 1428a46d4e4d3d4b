import { beforeAll, expect, test } from "vitest";
import { verifyAudit } from "@/lib/access/audit/verify";
import { getBusiness, resumeBusiness, suspendBusiness } from "@/lib/access/businesses/suspension/operate";
import type { StaffMember } from "@/lib/access/principals/staff";
import { setLimits } from "@/lib/businesses/limits/service";
import { approveMoneyAct } from "@/lib/money/acts/decide";
import { requestAdjustment } from "@/lib/money/adjustments/adjust-credit";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign";
import { approveClaim, rejectClaim } from "@/lib/money/claims/decide";
import { createClaim, listClaims, writeAsMember, writeAsStaff } from "@/lib/money/claims/service";
import { addPrice } from "@/lib/money/prices/register-operator-price";
import { approveRefund } from "@/lib/money/refunds/approve";
import { closePaidRefund } from "@/lib/money/refunds/decide";
import { requestRefund } from "@/lib/money/refunds/request";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { mailsTo } from "@/testing/harness/mailbox";
import { findClaim, listAllClaims } from "./list";
import { claimFilterSchema } from "./schema";

let finance: StaffMember;
beforeAll(async () => {
  finance = await makeStaff("finance");
});

const claim = (amountVnd: number, reference = "") => ({ amountVnd, transferredAt: clock.now(), reference, note: "" });

test("both sides read the messages about a claim, and its business is notified of the staff's", async () => {
  const member = await makeMember();
  const id = await createClaim(member, claim(410_001));
  await writeAsStaff(finance, id, "Xin gửi biên lai");
  expect((await listClaims(member))[0]?.messages).toMatchObject([{ fromStaff: true, text: "Xin gửi biên lai" }]);
  const { email } = await db.user.findUniqueOrThrow({ where: { id: member.userId } });
  expect((await mailsTo(email)).filter(({ text }) => text.includes("Xin gửi biên lai"))).toHaveLength(1);
  expect((await listAllClaims(finance, { amount: "410001" })).rows).toMatchObject([{ id, isAnswered: false }]);
  await writeAsMember(member, id, "Số FT123");
  expect((await listAllClaims(finance, { amount: "410001" })).rows).toMatchObject([{ id, isAnswered: true }]);
  const { messages, history } = await findClaim(finance, id);
  expect(messages.map(({ text, author }) => [text, author?.name])).toEqual([
    ["Xin gửi biên lai", finance.name],
    ["Số FT123", "Nguyễn Thị Minh"],
  ]);
  expect(history).toMatchObject([{ action: "claim.answered", actor: finance.name }]);
});

test("a member of another business reads and writes no message, and a viewer writes none", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  const id = await createClaim(member, claim(410_002));
  await expect(writeAsMember(other, id, "x")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(writeAsMember(viewer, id, "x")).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await listClaims(other)).toEqual([]);
  await rejectClaim(finance, id, "Không có");
  await expect(writeAsMember(member, id, "x")).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(writeAsStaff(finance, id, "x")).rejects.toMatchObject({ code: "CONFLICT" });
});

test("of two staff who decide one claim, one decides and the other reads how it was decided", async () => {
  const second = await makeStaff("finance");
  const member = await makeMember();
  const transferId = await bankReports({ amountVnd: 410_003n });
  const id = await createClaim(member, claim(410_003));
  const decisions = await Promise.allSettled([
    approveClaim(finance, id, transferId, "Khớp"),
    rejectClaim(second, id, "Không khớp"),
  ]);
  const lost = decisions.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  expect(decisions.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(lost.reason).toMatchObject({ id: "operator.errors.claimDecided" });
  const { status, history } = await findClaim(finance, id);
  expect(lost.reason.values).toMatchObject({ status });
  expect(history).toHaveLength(1);
  expect((await walletOf(member.businessId)).available).toBe(status === "approved" ? 410_003_000n : 0n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a claim's page lists unmatched transfers of its amount, first the one with its reference", async () => {
  const member = await makeMember();
  const id = await createClaim(member, claim(410_004, "FT8899"));
  const near = await bankReports({ amountVnd: 410_004n });
  const named = await bankReports({
    amountVnd: 410_004n,
    reference: "FT8899",
    occurredAt: new Date(+clock.now() - 9e6),
  });
  await bankReports({ amountVnd: 410_005n });
  const { candidates, effect } = await findClaim(finance, id);
  expect(candidates.map(({ id: transfer, isNamed }) => [transfer, isNamed])).toEqual([
    [named, true],
    [near, false],
  ]);
  expect(effect).toMatchObject({ availableMilli: 0n, availableAfterMilli: 410_004_000n });
});

test("claims are filtered by state and amount, and paged", async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => makeMember()));
  for (const member of members)
    for (let index = 0; index < 9; index++) await createClaim(member, claim(420_000, `R${index}`));
  const first = await listAllClaims(finance, { amount: "420000" });
  const second = await listAllClaims(finance, { amount: "420000" }, first.next ?? undefined);
  const ids = [...first.rows, ...second.rows].map(({ id }) => id);
  expect([first.rows.length, new Set(ids).size, second.next]).toEqual([40, 45, null]);
  expect((await listAllClaims(finance, { amount: "420000", state: "approved" })).rows).toEqual([]);
  expect(claimFilterSchema.parse({ state: "x", amount: "y" })).toEqual({});
});

test("the audit logs verify after all of this", async () => {
  expect((await verifyAudit()).breaks).toEqual([]);
});

test("at the desk no one decides about the money, limits, prices or suspension of a business that they belong to", async () => {
  const member = await makeMember();
  const { businessId } = member;
  const transferId = await bankReports({ amountVnd: 410_004n });
  const id = await createClaim(member, claim(410_004));
  const business = await getBusiness(businessId);
  await enterCredit(finance, business, { amountVnd: 410_005n, reference: id, reason: "Hợp đồng" });
  const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };
  const refundId = await requestRefund(member, payee);
  const insider = await makeStaff("finance");
  await db.membership.create({ data: { businessId, userId: insider.userId, role: "viewer", createdAt: clock.now() } });
  const wanted = { kind: "goodwill", amountVnd: 1000n, reference: "QD 8", reason: "Đền bù" } as const;
  const large = { ...wanted, amountVnd: 90_000_000n };
  const { id: waiting } = await requestAdjustment(finance, businessId, large);
  const acts = (staff: StaffMember) => [
    () => approveClaim(staff, id, transferId, "Khớp"),
    () => requestAdjustment(staff, businessId, wanted),
    () => approveRefund(staff, refundId, "Đúng"),
    () => closePaidRefund(staff, refundId, { withoutTransfer: "Tiền mặt", reason: "Đúng" }),
  ];
  const rest = {
    unit: "1000_characters",
    from: clock.now(),
    replaces: undefined,
    ownPrices: 0,
    needsSecond: true,
  } as const;
  const others = [
    () => assignUnclaimed(insider, transferId, business, "Khớp"),
    () => approveMoneyAct(insider, waiting, "Đúng"),
    () => setLimits(insider, businessId, { requestsPerMinute: 9000, concurrentCalls: 500, webhookLimit: 50 }, "Cần"),
    () => addPrice(insider, { modelId: "vang-espeak", business, priceVnd: 1, ...rest }, "Cần"),
    () => resumeBusiness(insider, business, "Cần"),
  ];
  await suspendBusiness(finance, business, "Lạm dụng");
  for (const act of [...acts(insider), ...others])
    await expect(act()).rejects.toMatchObject({ id: "operator.errors.ownBusiness" });
  for (const act of acts(finance)) await act();
  expect(await findBookErrors()).toEqual(noBookErrors);
});
