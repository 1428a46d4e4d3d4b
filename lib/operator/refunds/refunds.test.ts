import { beforeAll, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { StaffMember } from "@/lib/access/principals/staff";
import { adjustCredit } from "@/lib/money/adjustments/adjust-credit";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { reopenTransfer } from "@/lib/money/bank/transfers/undo";
import { approveRefund, refundMemo } from "@/lib/money/refunds/approve";
import { rejectRefund } from "@/lib/money/refunds/decide";
import { requestRefund, withdrawRefund } from "@/lib/money/refunds/request";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { findRefund, listReceivables, listRefunds } from "./list";

let finance: StaffMember;
beforeAll(async () => {
  finance = await makeStaff("finance");
});

const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };

/** A refund that an owner asked for. */
async function makeRefund(amountVnd: bigint) {
  const member = await makeMember();
  const paid = { amountVnd, reference: newId("request"), reason: "Hợp đồng" };
  await enterCredit(finance, await getBusiness(member.businessId), paid);
  return { member, id: await requestRefund(member, payee) };
}

const stateOf = async (id: string) => (await findRefund(finance, id)).state;
const pays = (amountVnd: bigint, options = {}) => bankReports({ direction: "out", amountVnd, payer: null, ...options });

test("an approved refund is paid by the bank's outgoing transfer with its memo, once", async () => {
  const { member, id } = await makeRefund(510_001n);
  await approveRefund(finance, id, "Đúng");
  expect(await stateOf(id)).toBe("approved");
  await expect(approveRefund(finance, id, "Lại")).rejects.toThrow("approved already");
  const memo = `CHUYEN TIEN ${refundMemo(id).toLowerCase()} CT DEN`;
  const transferId = await pays(510_001n, { memo });
  const { state, history, ...refund } = await findRefund(finance, id);
  expect([state, refund.transferId]).toEqual(["paid", transferId]);
  expect(history).toMatchObject([{ action: "refund.paid" }, { action: "refund.approved", actor: finance.name }]);
  expect((await walletOf(member.businessId)).available).toBe(0n);
  expect(await findBookErrors()).toEqual(noBookErrors);

  expect(await done(reopenTransfer(finance, transferId, "Nhầm"))).toMatchObject({ also: id });
  expect(await stateOf(id)).toBe("approved");
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a transfer to the account of an approved refund pays it, but not one that is not approved or of another amount", async () => {
  const { id } = await makeRefund(510_002n);
  const payer = { account: "0123 456 789", name: "CONG TY SACH NOI" };
  await pays(510_002n, { payer });
  expect(await stateOf(id)).toBe("open");
  await approveRefund(finance, id, "Đúng");
  await pays(510_003n, { payer });
  await pays(510_002n, { payer: { ...payer, account: "999" }, memo: "khac" });
  expect(await stateOf(id)).toBe("approved");
  await pays(510_002n, { payer });
  expect(await stateOf(id)).toBe("paid");
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a transfer that fits two approved refunds closes neither", async () => {
  const [one, other] = [await makeRefund(510_004n), await makeRefund(510_004n)];
  for (const { id } of [one, other]) await approveRefund(finance, id, "Đúng");
  await pays(510_004n, { payer: { account: payee.accountNumber, name: "x" } });
  expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(["approved", "approved"]);
});

test("a rejected refund cannot be approved, and its amount is credit again", async () => {
  const { member, id } = await makeRefund(510_005n);
  await rejectRefund(finance, id, "Sai tài khoản");
  await expect(approveRefund(finance, id, "x")).rejects.toThrow("rejected already");
  expect((await walletOf(member.businessId)).available).toBe(510_005_000n);
});

test("while a payment of its business was taken back, a refund is not approved", async () => {
  const member = await makeMember();
  const business = await getBusiness(member.businessId);
  const paid = await bankReports({ amountVnd: 510_008n });
  await assignUnclaimed(finance, paid, business, "Khớp");
  const id = await requestRefund(member, payee);
  await reverseTransfer(finance, paid, "Ngân hàng thu hồi");
  await expect(approveRefund(finance, id, "Đúng")).rejects.toMatchObject({ id: "operator.errors.refundWhileOwing" });
  await rejectRefund(finance, id, "Đã thu hồi");
  expect(await walletOf(member.businessId)).toEqual({ available: 0n, receivable: 0n });
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("the account of a refund is shown to finance alone, who alone approves it", async () => {
  const { id } = await makeRefund(510_006n);
  expect((await findRefund(finance, id)).payee).toMatchObject({ ...payee, bank: "Vietcombank" });
  for (const role of ["support", "engineer", "admin"] as const) {
    const staff = await makeStaff(role);
    expect((await findRefund(staff, id)).payee).toBeNull();
    await expect(approveRefund(staff, id, "x")).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  expect(await stateOf(id)).toBe("open");
});

test("the list is filtered by state", async () => {
  const { id } = await makeRefund(510_007n);
  const listed = async (state: "open" | "approved") =>
    (await listRefunds(finance, { state })).rows.some((row) => row.id === id);
  expect([await listed("open"), await listed("approved")]).toEqual([true, false]);
  await approveRefund(finance, id, "x");
  expect([await listed("open"), await listed("approved")]).toEqual([false, true]);
  const withdrawn = await makeRefund(510_009n);
  await withdrawRefund(withdrawn.member, withdrawn.id);
  const { rows } = await listRefunds(finance, { state: "withdrawn" });
  expect(rows).toMatchObject([{ id: withdrawn.id, state: "withdrawn" }]);
  expect(await findRefund(finance, withdrawn.id)).toMatchObject({ payee: null, decidedAt: expect.any(Date) });
});

test("receivables are what businesses owe since a payment was taken back, until it is paid", async () => {
  const member = await makeMember();
  const business = await getBusiness(member.businessId);
  const id = await bankReports({ amountVnd: 90_000n });
  await assignUnclaimed(finance, id, business, "x");
  await adjustCredit(finance, business, { amountVnd: -90_000n, reason: "Đã dùng" });
  await reverseTransfer(finance, id, "Ngân hàng thu hồi");
  const find = async () => (await listReceivables(finance)).find((row) => row.business.id === member.businessId);
  expect(await find()).toMatchObject({ owedMilli: 90_000_000n, isSuspended: true, since: expect.any(Date) });
  await assignUnclaimed(finance, await bankReports({ amountVnd: 90_000n }), business, "Trả nợ");
  expect(await find()).toBeUndefined();
});
