// @module-tag promise
import { afterEach, beforeEach, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign";
import { closeAsRefund, closePaidRefund } from "@/lib/money/refunds/decide";
import { requestRefund } from "@/lib/money/refunds/request";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { raisedBankAlarms } from "@/testing/harness/raised-bank-alarms";
import { closeAsOwn, closeAsReturned } from "./close";

const operator = await makeTerminalOperator();
const reason = "Phí tháng 11";
beforeEach(async () => {
  await db.bankTransfer.updateMany({ where: { status: "unmatched" }, data: { status: "own" } });
});
afterEach(() => clock.reset());

const balanceOf = async (id: "acc_suspense" | "acc_own") =>
  (await db.walletAccount.findUniqueOrThrow({ where: { id } })).balanceMilli;
const transferOf = (id: string) => db.bankTransfer.findUniqueOrThrow({ where: { id } });

async function isUnmatched() {
  clock.advance(minutes(1) + 1);
  return (await raisedBankAlarms()).includes("unmatched");
}

async function makeCredited() {
  const member = await makeMember();
  const id = await bankReports();
  await assignUnclaimed(operator, id, await getBusiness(member.businessId), "Khớp");
  return { member, businessId: member.businessId, id };
}

test("a fee is taken from the platform's own money, raises no alarm, and is closed with the reason", async () => {
  const [held, own] = [await balanceOf("acc_suspense"), await balanceOf("acc_own")];
  const id = await bankReports({ direction: "out", amountVnd: 11_000n });
  expect(await balanceOf("acc_suspense")).toBe(held);
  expect(await isUnmatched()).toBe(false);
  await closeAsOwn(operator, id, reason);
  expect(await transferOf(id)).toMatchObject({ status: "own", decision: reason });
  expect([await balanceOf("acc_suspense"), await balanceOf("acc_own")]).toEqual([held, own - 11_000_000n]);
  await expect(closeAsOwn(operator, id, reason)).rejects.toThrow("is own already");
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("interest is closed as the platform's own, which ends its alarm and leaves only customers' money in suspense", async () => {
  const held = await balanceOf("acc_suspense");
  const id = await bankReports({ amountVnd: 7000n });
  expect(await isUnmatched()).toBe(true);
  await closeAsOwn(operator, id, "Lãi");
  expect(await isUnmatched()).toBe(false);
  expect(await balanceOf("acc_suspense")).toBe(held);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("an outgoing transfer of the amount of a customer's payment raises the alarm until it is closed as its return", async () => {
  const { businessId, id } = await makeCredited();
  const held = await balanceOf("acc_suspense");
  const out = await bankReports({ direction: "out" });
  expect(await isUnmatched()).toBe(true);
  expect(await done(closeAsReturned(operator, out, { incomingId: id, reason }))).toBe(0n);
  expect(await isUnmatched()).toBe(false);
  expect(await walletOf(businessId)).toEqual({ available: 0n, receivable: 0n });
  expect(await transferOf(out)).toMatchObject({ status: "reversal", reversesId: id });
  expect(await transferOf(id)).toMatchObject({ status: "reversed" });
  expect(await balanceOf("acc_suspense")).toBe(held);
  expect(await findBookErrors()).toEqual(noBookErrors);
  const again = await bankReports({ direction: "out" });
  await expect(closeAsReturned(operator, again, { incomingId: id, reason })).rejects.toThrow("that can be returned");
});

test("unmatched money that was sent back to its payer is closed, only with a transfer of its amount", async () => {
  const held = await balanceOf("acc_suspense");
  const id = await bankReports();
  const wrong = await bankReports({ direction: "out", amountVnd: 199_000n });
  await expect(closeAsReturned(operator, wrong, { incomingId: id, reason })).rejects.toThrow("that can be returned");
  await expect(closeAsReturned(operator, id, { incomingId: id, reason })).rejects.toThrow("is incoming");
  await closeAsReturned(operator, await bankReports({ direction: "out" }), { incomingId: id, reason });
  expect(await balanceOf("acc_suspense")).toBe(held);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };

test("a refund that was closed without its transfer gets it later, and neither is counted twice", async () => {
  const held = await balanceOf("acc_suspense");
  const own = await balanceOf("acc_own");
  const refundId = await requestRefund((await makeCredited()).member, payee);
  await expect(closePaidRefund(operator, refundId, { reason })).rejects.toThrow("say why there is none");
  await closePaidRefund(operator, refundId, { withoutTransfer: "Trả từ tài khoản khác", reason });
  expect(await balanceOf("acc_suspense")).toBe(held);
  const out = await bankReports({ direction: "out" });
  await closeAsRefund(operator, out, { reason });
  expect(await transferOf(out)).toMatchObject({ status: "refund" });
  expect(await db.refundRequest.findUnique({ where: { id: refundId } })).toMatchObject({ transferId: out });
  expect([await balanceOf("acc_suspense"), await balanceOf("acc_own")]).toEqual([held, own]);
  const more = await bankReports({ direction: "out" });
  await expect(closeAsRefund(operator, more, { refundId, reason })).rejects.toThrow("waits for its transfer");
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a transfer that paid an open refund closes both", async () => {
  const held = await balanceOf("acc_suspense");
  const { member } = await makeCredited();
  const refundId = await requestRefund(member, payee);
  const out = await bankReports({ direction: "out" });
  expect(await isUnmatched()).toBe(true);
  await closeAsRefund(operator, out, { refundId, reason });
  expect(await isUnmatched()).toBe(false);
  expect(await db.refundRequest.findUnique({ where: { id: refundId } })).toMatchObject({ status: "paid" });
  expect(await balanceOf("acc_suspense")).toBe(held);
  expect(await findBookErrors()).toEqual(noBookErrors);
});
