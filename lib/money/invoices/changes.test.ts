import { afterEach, expect, test, vi } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Member } from "@/lib/access/principals/member";
import { adjustCredit } from "@/lib/money/adjustments/adjust-credit";
import { reopenTransfer, voidTransfer } from "@/lib/money/bank/transfers/undo";
import { setInvoiceDetails } from "@/lib/money/invoices/details/service";
import { approveRefund, refundMemo } from "@/lib/money/refunds/approve";
import { closeAsRefund, closePaidRefund } from "@/lib/money/refunds/decide";
import { requestRefund } from "@/lib/money/refunds/request";
import { createTopUp } from "@/lib/money/top-ups/create";
import { correctEntered, enterCredit } from "@/lib/money/top-ups/entered";
import { getTopUp, listTopUps, sumTopUps } from "@/lib/money/top-ups/list";
import { holdCredit } from "@/lib/money/wallet/holds";
import { captureHolds } from "@/lib/money/wallet/settle";
import { clock } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { adjustChanged } from "./changes";
import { adjustInvoice, cancelInvoice, replaceInvoice } from "./correct";
import { issueDue } from "./issue";
import { listInvoiceable, listInvoices } from "./list";
import { requestInvoice, requestOrdered } from "./request";

const operator = await makeTerminalOperator();
const reason = "Khách ngừng dùng dịch vụ";
const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };
const details = {
  legalName: "Công ty TNHH Sách Nói Việt Nam",
  taxCode: "0314409058",
  address: "12 Nguyễn Huệ, Thành phố Hồ Chí Minh",
  email: "ke-toan@sach-noi.vn",
};

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

async function makePartner() {
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  return { member, business: await getBusiness(member.businessId) };
}

/** A payment of 200,000 ₫, after all earlier ones. */
async function makePayment(member: Member, { ordered = false } = {}): Promise<string> {
  clock.advance(1000);
  const invoiceRequested = ordered ? "on" : undefined;
  const id = await createTopUp(member, { amountVnd: 200_000, formToken: newToken(), invoiceRequested });
  const { code } = await db.topUp.findUniqueOrThrow({ where: { id } });
  return bankReports({ memo: code ?? "", amountVnd: 200_000n });
}

async function enterPayment(member: Member): Promise<string> {
  const paid = { amountVnd: 200_000n, reference: newId("transfer"), reason: "Hợp đồng" };
  return done(enterCredit(operator, await getBusiness(member.businessId), paid));
}

async function invoiced(member: Member, payment: string): Promise<string> {
  const id = await requestInvoice(member, payment);
  await issueAll();
  return id;
}

const issueAll = async () => {
  while ((await issueDue()) > 0);
};

async function spend({ businessId }: Member, vnd: bigint): Promise<void> {
  const trackingId = newId("tts");
  await holdCredit({ businessId, trackingId, amountMilli: vnd * 1000n });
  await captureHolds(sql, [trackingId]);
}

/** What the invoices of a payment are of together: of those in force and of those that are not issued yet. */
async function sumOf(subject: string): Promise<bigint> {
  const where = { subject, status: { in: ["requested", "issued", "adjusted"] } };
  return (await db.invoice.aggregate({ where, _sum: { amountVnd: true } }))._sum.amountVnd ?? 0n;
}

const pay = (id: string) => closePaidRefund(operator, id, { withoutTransfer: "Tài khoản khác", reason });

test("a paid refund adjusts the invoice of its payment by what was refunded, once, and a refund that is open again gives it back", async () => {
  const { member } = await makePartner();
  const payment = await makePayment(member);
  const id = await invoiced(member, payment);
  await spend(member, 80_000n);
  const refundId = await requestRefund(member, payee);
  expect(await sumOf(payment)).toBe(200_000n);

  const out = await bankReports({ direction: "out", amountVnd: 120_000n });
  await closeAsRefund(operator, out, { refundId, reason });
  expect(await sumOf(payment)).toBe(80_000n);
  await expect(pay(refundId)).rejects.toThrow("is paid already");
  await issueAll();
  const [adjustment] = await listInvoices(member);
  expect(adjustment).toMatchObject({ kind: "adjustment", status: "issued", amountVnd: -120_000n, reason });
  expect((await listInvoices(member)).find((row) => row.id === id)).toMatchObject({ status: "adjusted" });
  expect((await listAudit(member)).entries.map(({ action }) => action)).toContain("invoice.adjusted");

  await reopenTransfer(operator, out, reason);
  expect(await sumOf(payment)).toBe(200_000n);
  // The adjustment of the reopening is not issued yet: the next one waits for it.
  await closeAsRefund(operator, out, { refundId, reason });
  expect(await sumOf(payment)).toBe(200_000n);
  await issueAll();
  await Promise.all(Array.from({ length: 5 }, adjustChanged));
  await issueAll();
  expect(await sumOf(payment)).toBe(80_000n);
  await voidTransfer(operator, out, reason);
  await issueAll();
  expect(await sumOf(payment)).toBe(200_000n);
  expect(await adjustChanged()).toBe(0);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a refund that the bank's own outgoing transfer closes adjusts the invoice too", async () => {
  const { member } = await makePartner();
  const payment = await makePayment(member);
  await invoiced(member, payment);
  await spend(member, 80_000n);
  const refundId = await requestRefund(member, payee);
  await approveRefund(operator, refundId, reason);
  const out = await bankReports({ direction: "out", amountVnd: 120_000n, memo: refundMemo(refundId) });
  expect((await db.refundRequest.findUniqueOrThrow({ where: { id: refundId } })).transferId).toBe(out);
  await issueAll();
  expect(await sumOf(payment)).toBe(80_000n);
  await reopenTransfer(operator, out, reason);
  await issueAll();
  expect(await sumOf(payment)).toBe(200_000n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a refund that is paid without a bank transfer adjusts the invoice once, also when its transfer is found later", async () => {
  const { member } = await makePartner();
  const payment = await makePayment(member);
  await invoiced(member, payment);
  const refundId = await requestRefund(member, payee);
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => pay(refundId)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await issueAll();
  expect(await sumOf(payment)).toBe(0n);
  const out = await bankReports({ direction: "out", amountVnd: 200_000n });
  await closeAsRefund(operator, out, { refundId, reason });
  await reopenTransfer(operator, out, reason);
  await issueAll();
  expect(await sumOf(payment)).toBe(0n);
  expect(await db.invoice.count({ where: { subject: payment } })).toBe(2);
});

test("a refund is taken from the newest payments first, of those without an invoice too, and every invoice is of what is left", async () => {
  const { member } = await makePartner();
  const [first, second, third] = [await makePayment(member), await makePayment(member), await makePayment(member)];
  await invoiced(member, first);
  await invoiced(member, second);
  await spend(member, 150_000n);
  const refundId = await requestRefund(member, payee);
  await pay(refundId);
  await issueAll();
  // 450,000 ₫ of 600,000 ₫: all of the third and second, and 50,000 ₫ of the first.
  expect([await sumOf(first), await sumOf(second), await sumOf(third)]).toEqual([150_000n, 0n, 0n]);
  expect(await listInvoiceable(member)).toEqual([]);
  await expect(requestInvoice(member, third)).rejects.toMatchObject({ code: "CONFLICT" });
});

test("an invoice that is requested after a refund is of what is left, and one that is fully refunded is not ordered", async () => {
  const { member } = await makePartner();
  const [kept, refunded] = [await makePayment(member, { ordered: true }), await makePayment(member, { ordered: true })];
  await spend(member, 150_000n);
  await pay(await requestRefund(member, payee));
  expect(await listInvoiceable(member)).toMatchObject([{ subject: kept, amountVnd: 150_000n }]);
  expect(await requestOrdered()).toBe(1);
  await issueAll();
  expect([await sumOf(kept), await sumOf(refunded)]).toEqual([150_000n, 0n]);
  expect(await requestOrdered()).toBe(0);
  // Canceled and requested again, it is of the same.
  const [invoice] = await listInvoices(member);
  await cancelInvoice(operator, invoice?.id ?? "", reason);
  await requestInvoice(member, kept);
  expect(await sumOf(kept)).toBe(150_000n);
});

test("an invoice that is not issued yet, or being corrected, when its payment is refunded is adjusted once it can be", async () => {
  const { member } = await makePartner();
  const payment = await makePayment(member);
  const id = await requestInvoice(member, payment);
  await spend(member, 50_000n);
  const refundId = await requestRefund(member, payee);
  await pay(refundId);
  expect(await adjustChanged()).toBe(0);
  await issueAll();
  expect(await sumOf(payment)).toBe(200_000n);
  const replacement = await replaceInvoice(operator, id, "Sai địa chỉ");
  expect(await adjustChanged()).toBe(0);
  await issueAll();
  await Promise.all(Array.from({ length: 10 }, adjustChanged));
  await issueAll();
  expect(await sumOf(payment)).toBe(50_000n);
  expect(await db.invoice.count({ where: { originalId: replacement } })).toBe(1);
});

test("an invoice that cannot be adjusted is logged, and keeps no other one waiting", async () => {
  const failed = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const broken: string[] = [];
  for (const isBroken of [true, false]) {
    const { member } = await makePartner();
    const payment = await makePayment(member);
    const id = await requestInvoice(member, payment);
    await pay(await requestRefund(member, payee));
    if (isBroken) broken.push(id);
  }
  await issueAll();
  await db.invoice.updateMany({ where: { id: { in: broken } }, data: { encryptedBuyer: "broken" } });
  expect(await adjustChanged()).toBe(1);
  expect(failed).toHaveBeenCalledOnce();
  await db.paymentChange.updateMany({ where: { invoiceId: null }, data: { invoiceId: broken[0] } });
  await issueAll();
});

test("a refund takes no invoice below zero that an operator had lowered", async () => {
  const { member } = await makePartner();
  const payment = await makePayment(member);
  const id = await invoiced(member, payment);
  await adjustInvoice(operator, id, { amountVnd: -150_000n, reason });
  await issueAll();
  await pay(await requestRefund(member, payee));
  await issueAll();
  expect(await sumOf(payment)).toBe(0n);
  expect(await adjustChanged()).toBe(0);
});

test("a refund that exceeds the payments is in the log", async () => {
  const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const { member } = await makePartner();
  const payment = await makePayment(member);
  const refundId = await requestRefund(member, payee);
  await db.bankTransfer.update({ where: { id: payment }, data: { businessId: null } });
  await pay(refundId);
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ refundId }), expect.any(String));
});

test("a correction of money that an operator entered adjusts its invoice, and the correction of all of it cancels it", async () => {
  const { member } = await makePartner();
  const payment = await enterPayment(member);
  const id = await invoiced(member, payment);
  const correct = (amountVnd: bigint, why: string) => correctEntered(operator, payment, { amountVnd, reason: why });
  await correct(-50_000n, "Ghi nhầm");
  await issueAll();
  expect(await sumOf(payment)).toBe(150_000n);
  await expect(correct(-50_000n, "Ghi nhầm")).rejects.toThrow("already");
  await expect(correct(-150_001n, "Quá nhiều")).rejects.toThrow("150000 VND");
  await correct(-150_000n, "Khách chưa trả");
  expect((await listInvoices(member)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect((await listInvoices(member)).find((row) => row.id === id)).toMatchObject({ reason: "Khách chưa trả" });
  expect(await listInvoiceable(member)).toEqual([]);
  expect((await walletOf(member.businessId)).available).toBe(0n);

  // What was taken by mistake is paid credit again, and can be invoiced again.
  await correct(200_000n, "Khách đã trả");
  expect(await listInvoiceable(member)).toMatchObject([{ subject: payment, amountVnd: 200_000n }]);
  await requestInvoice(member, payment);
  await requestRefund(member, payee);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a corrected payment is listed, added up and receipted as what it is of", async () => {
  const { member } = await makePartner();
  const [payment, other] = [await enterPayment(member), await enterPayment(member)];
  await makePayment(member);
  const correct = (amountVnd: bigint, why: string) => correctEntered(operator, payment, { amountVnd, reason: why });
  await correct(-50_000n, "Ghi nhầm");
  await correct(10_000n, "Ghi nhầm lần nữa");
  // What a refund took of a payment was received all the same.
  await pay(await requestRefund(member, payee));
  expect((await getTopUp(member, payment)).receivedVnd).toBe(160_000n);
  const received = async () => (await listTopUps(member)).topUps.map(({ id, receivedVnd }) => [id, receivedVnd]);
  expect(await received()).toEqual(
    expect.arrayContaining([
      [payment, 160_000n],
      [other, 200_000n],
    ]),
  );
  expect(await sumTopUps(member, {})).toEqual({ count: 3, receivedVnd: 560_000n });
});

test("only money that an operator entered is corrected, and no more than is left of the paid credit is taken", async () => {
  const { member, business } = await makePartner();
  const [payment, bank] = [await enterPayment(member), await makePayment(member)];
  const correct = (id: string) => correctEntered(operator, id, { amountVnd: -200_000n, reason });
  await expect(correct(bank)).rejects.toThrow("no payment");
  await spend(member, 201_000n);
  await adjustCredit(operator, business, { amountVnd: 100_000n, reason });
  await expect(correct(payment)).rejects.toThrow("only 199000 VND of paid credit");
  expect(await findBookErrors()).toEqual(noBookErrors);
});
