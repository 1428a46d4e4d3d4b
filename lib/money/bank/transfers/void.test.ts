// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { approveMoneyAct } from "@/lib/money/acts/decide";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { voidTransfer } from "@/lib/money/bank/transfers/undo";
import { closeAsRefund, closePaidRefund, rejectRefund } from "@/lib/money/refunds/decide";
import { payeeContext, requestRefund } from "@/lib/money/refunds/request";
import { listTopUps } from "@/lib/money/top-ups/list";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { newId } from "@/lib/platform/ids";
import { vietnamDay } from "@/lib/platform/vietnam-time";
import { makeMember } from "@/prisma/factories";
import { makeStaff, makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { mailsTo } from "@/testing/harness/mailbox";
import { raisedBankAlarms } from "@/testing/harness/raised-bank-alarms";
import { readBankBooks } from "./list-bank-books";

const operator = await makeTerminalOperator();
const reason = "Ngân hàng không có giao dịch này";
afterEach(() => clock.reset());

/** A business that was credited with a transfer, and the transfer's id. */
async function makeCredited(reference = newId("transfer")) {
  const member = await makeMember();
  const id = await bankReports({ reference });
  await assignUnclaimed(operator, id, await getBusiness(member.businessId), "Khớp");
  return { member, businessId: member.businessId, id, reference };
}

const transferOf = (id: string) => db.bankTransfer.findUniqueOrThrow({ where: { id } });
const suspense = async () => (await db.walletAccount.findUniqueOrThrow({ where: { id: "acc_suspense" } })).balanceMilli;
const emailOf = async (userId: string) => (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;

test("a forged transfer is taken out of the books and from its business, which reads the reason and that no bank took it", async () => {
  const { member, businessId, id } = await makeCredited();
  const before = await suspense();
  expect(await done(voidTransfer(operator, id, reason))).toEqual({ businessId, owedMilli: 0n, reopened: null });
  expect(await walletOf(businessId)).toEqual({ available: 0n, receivable: 0n });
  expect(await suspense()).toBe(before);
  expect(await findBookErrors()).toEqual(noBookErrors);
  expect((await readBankBooks(sql)).voided).toContainEqual(
    expect.objectContaining({ id, direction: "in", recordedVnd: 200_000n, decision: reason }),
  );
  expect((await listTopUps(member)).topUps).toEqual([]);
  expect((await listAudit(member)).entries[0]).toMatchObject({ action: "transfer.voided", subject: id });
  expect(await db.platformAuditEvent.findFirst({ where: { businessId, action: "transfer.voided" } })).toMatchObject({
    operator: operator.email,
    details: { transferId: id, reason },
  });
  const mail = (await mailsTo(await emailOf(member.userId))).find(({ text }) => text.includes(reason));
  expect(mail?.text).toContain("ngân hàng không nhận được giao dịch nào như vậy");
  expect(mail?.subject).not.toContain("Ngân hàng đã thu hồi");
  await expect(voidTransfer(operator, id, reason)).rejects.toThrow("is void already");
});

test("what a business has spent of a forged transfer it owes", async () => {
  const { businessId, id } = await makeCredited();
  const debit = { businessId, kind: "available" } as const;
  const spent = { debit, credit: "revenue", amountMilli: 150_000_000n, kind: "adjustment" } as const;
  await db.$transaction((tx) => postTransfer(tx, { ...spent, reference: newId("transfer") }));
  expect((await done(voidTransfer(operator, id, reason))).owedMilli).toBe(150_000_000n);
  expect(await walletOf(businessId)).toEqual({ available: 0n, receivable: -150_000_000n });
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a forged transfer that was reversed before, and one that was never credited, are taken out of the books too", async () => {
  const before = await suspense();
  const { id } = await makeCredited();
  await reverseTransfer(operator, id, reason);
  await voidTransfer(operator, id, reason);
  await voidTransfer(operator, await bankReports(), reason);
  await voidTransfer(operator, await bankReports({ direction: "out" }), reason);
  expect(await suspense()).toBe(before);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("after a forged transfer is void, its day no longer differs from the bank's list", async () => {
  const accountNumber = newId("account").slice(-10);
  const occurredAt = new Date(clock.now().getTime() - 86_400_000);
  const [real, forged] = [
    await bankReports({ accountNumber, occurredAt }),
    await bankReports({ accountNumber, occurredAt }),
  ];
  const day = vietnamDay(occurredAt);
  const compared = { listedVnd: 200_000n, recordedVnd: 400_000n, checkedAt: clock.now() };
  await db.bankDay.create({ data: { accountNumber, day, ...compared } });
  expect(await raisedBankAlarms()).toContain("difference");
  await voidTransfer(operator, forged, reason);
  expect(await raisedBankAlarms()).not.toContain("difference");
  expect((await readBankBooks(sql)).days).toEqual([]);
  expect((await transferOf(real)).status).toBe("unmatched");
});

test("a transfer that is reported again after it was void waits for an operator, and is not lost", async () => {
  const { id, reference } = await makeCredited();
  await voidTransfer(operator, id, reason);
  const again = await bankReports({ reference, source: "sepay_list" });
  expect(again).not.toBe(id);
  expect(await transferOf(again)).toMatchObject({ status: "unmatched", reason: "repeated_reference" });
});

test("a forged reversal is void: the payment that it took back waits, and is credited again", async () => {
  const { businessId, id, reference } = await makeCredited();
  const out = await bankReports({ direction: "out", reference });
  expect((await walletOf(businessId)).available).toBe(0n);
  await expect(voidTransfer(operator, id, reason)).rejects.toThrow(`with ${out}: remove that one first`);
  expect((await done(voidTransfer(operator, out, reason))).reopened).toBe(id);
  expect(await findBookErrors()).toEqual(noBookErrors);
  await assignUnclaimed(operator, id, await getBusiness(businessId), "Khớp");
  expect((await walletOf(businessId)).available).toBe(200_000_000n);
  await bankReports({ direction: "out", reference: `${reference}-2` });
  await reverseTransfer(operator, id, reason);
  expect((await walletOf(businessId)).available).toBe(0n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a forged transfer that closed a refund is void: the refund is open again, with its payee", async () => {
  const { member, businessId } = await makeCredited();
  const before = await suspense();
  const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };
  const refundId = await requestRefund(member, payee);
  const out = await bankReports({ direction: "out" });
  await closePaidRefund(operator, refundId, { transferId: out, reason: "Đã chuyển" });
  expect(await suspense()).toBe(before);
  expect((await done(voidTransfer(operator, out, reason))).reopened).toBe(refundId);
  const { encryptedPayee } = await db.refundRequest.findUniqueOrThrow({ where: { id: refundId, status: "open" } });
  expect(decrypt(encryptedPayee, payeeContext(refundId))).toContain("0123456789");
  const second = await makeStaff("finance");
  const { actId } = await rejectRefund(operator, refundId, "Sai");
  await approveMoneyAct(second, actId, "Đúng");
  expect((await walletOf(businessId)).available).toBe(200_000_000n);
  expect(await suspense()).toBe(before);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("voiding a transfer linked to a refund that was paid without it leaves the refund paid", async () => {
  const { member, businessId } = await makeCredited();
  const before = await suspense();
  const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };
  const refundId = await requestRefund(member, payee);
  await closePaidRefund(operator, refundId, { withoutTransfer: "Trả từ tài khoản khác", reason: "Đã chuyển" });
  const out = await bankReports({ direction: "out" });
  await closeAsRefund(operator, out, { refundId, reason: "Khớp" });
  expect((await done(voidTransfer(operator, out, reason))).reopened).toBeNull();
  await expect(rejectRefund(operator, refundId, "Sai")).rejects.toThrow();
  expect((await walletOf(businessId)).available).toBe(0n);
  expect(await suspense()).toBe(before);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("of twenty who void a transfer at the same time one does", async () => {
  const { businessId, id } = await makeCredited();
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => voidTransfer(operator, id, reason)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await walletOf(businessId)).toEqual({ available: 0n, receivable: 0n });
  expect(await findBookErrors()).toEqual(noBookErrors);
});
