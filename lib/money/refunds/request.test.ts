// @module-tag promise
import { expect, test } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { archiveBusiness, listArchived, restoreBusiness } from "@/lib/businesses/archive";
import { assignTransfer } from "@/lib/money/bank/transfers/assign";
import { reverseCredited } from "@/lib/money/bank/transfers/reverse";
import { splitRefund } from "@/lib/money/invoices/amounts";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { holdCredit } from "@/lib/money/wallet/holds";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { captureHolds } from "@/lib/money/wallet/settle";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { newId } from "@/lib/platform/ids";
import { makeMember, makeViewer } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { approveRefund } from "./approve";
import { closePaidRefund, erasePayees, rejectRefund } from "./decide";
import { findOpenRefund, getRefundOffer, listRefunds, payeeContext, requestRefund, withdrawRefund } from "./request";
import { payeeSchema } from "./schema";

const operator = await makeTerminalOperator();
const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };
const name = "Công ty Sách Nói";

/** A business with 200,000 ₫ that it paid, and 50 ₫ of trial credit. */
async function makePayer() {
  const member = await makeMember({ creditMilli: 50_000n });
  const paid = { amountVnd: 200_000n, reference: newId("transfer"), reason: "Hợp đồng" };
  await enterCredit(operator, await getBusiness(member.businessId), paid);
  return member;
}

const refundOf = (id: string) => db.refundRequest.findUniqueOrThrow({ where: { id } });

test("paid credit that was asked back cannot be spent, the business is archived, and the refund is paid once", async () => {
  const member = await makePayer();
  await expect(archiveBusiness(member, name)).rejects.toMatchObject({ details: { message: "businesses.balanceLeft" } });
  expect(await getRefundOffer(member)).toMatchObject({ refundableMilli: 200_000_000n, availableMilli: 200_050_000n });
  const id = await requestRefund(member, payee);
  expect((await walletOf(member.businessId)).available).toBe(50_000n);
  expect(await getRefundOffer(member)).toMatchObject({ refundableMilli: 0n, payments: [] });
  expect(await findOpenRefund(member)).toEqual({ amountMilli: 200_000_000n, approvedAt: null });
  expect(JSON.stringify((await refundOf(id)).encryptedPayee)).not.toMatch(/SACH|0123456789/);
  expect(JSON.parse(decrypt((await refundOf(id)).encryptedPayee, payeeContext(id)))).toEqual(payee);
  await archiveBusiness(member, name);

  const transferId = await bankReports({ direction: "out" });
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? closePaidRefund(operator, id, { transferId, reason: "Đã chuyển" })
        : rejectRefund(operator, id, "Sai"),
    ),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { status, encryptedPayee } = await refundOf(id);
  expect(["paid", "rejected"]).toContain(status);
  // A payment's voucher is kept, with the account that it went to.
  expect(encryptedPayee !== "").toBe(status === "paid");
  expect((await walletOf(member.businessId)).available).toBe(status === "paid" ? 0n : 200_000_000n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a paid refund is closed with the bank's outgoing transfer of its amount alone", async () => {
  const member = await makePayer();
  const id = await requestRefund(member, payee);
  for (const wrong of [await bankReports(), await bankReports({ direction: "out", amountVnd: 1n })]) {
    const attempt = closePaidRefund(operator, id, { transferId: wrong, reason: "Đã chuyển" });
    await expect(attempt).rejects.toThrow("is not an unmatched outgoing transfer of 200000 VND");
  }
  const transferId = await bankReports({ direction: "out" });
  await closePaidRefund(operator, id, { transferId, reason: "Đã chuyển" });
  expect(await db.bankTransfer.findUnique({ where: { id: transferId } })).toMatchObject({
    status: "refund",
    businessId: member.businessId,
  });
  await expect(rejectRefund(operator, id, "Sai")).rejects.toThrow("is paid already");
  expect((await listAudit(member)).entries.map(({ action }) => action).slice(0, 2)).toEqual([
    "refund.paid",
    "refund.requested",
  ]);
  expect(await db.notice.count({ where: { userId: member.userId, kind: "refundPaid" } })).toBe(1);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("the account of a paid refund is kept for ten years after its year, and then erased", async () => {
  const id = await requestRefund(await makePayer(), payee);
  await closePaidRefund(operator, id, { withoutTransfer: "Tiền mặt", reason: "Đã trả" });
  await db.refundRequest.update({ where: { id }, data: { decidedAt: new Date("2026-01-01T00:00:00+07:00") } });
  const erasedAt = async (time: string) => {
    clock.advance(new Date(time).getTime() - clock.now().getTime());
    await erasePayees();
    return (await refundOf(id)).encryptedPayee === "";
  };
  expect(await erasedAt("2036-12-31T23:59:59+07:00")).toBe(false);
  expect(await erasedAt("2037-01-01T00:00:00+07:00")).toBe(true);
  clock.reset();
});

test("a rejected refund of an archived business is shown to its owner, and back in the credit once it is restored", async () => {
  const member = await makePayer();
  const id = await requestRefund(member, payee);
  await archiveBusiness(member, name);
  const owner = await makeViewer({ userId: member.userId });
  expect(await listArchived(owner)).toMatchObject([{ availableMilli: 0n, refundMilli: 200_000_000n }]);
  await rejectRefund(operator, id, "Tài khoản không đúng");
  expect(await listArchived(owner)).toMatchObject([{ availableMilli: 200_000_000n, refundMilli: 0n }]);
  await restoreBusiness(owner, member.businessSlug);
  expect((await walletOf(member.businessId)).available).toBe(200_000_000n);
  expect(await db.notice.findFirst({ where: { userId: member.userId, kind: "refundRejected" } })).toMatchObject({
    path: "/console/archived",
  });
  await requestRefund(member, payee);
  expect((await walletOf(member.businessId)).available).toBe(0n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a refund whose payment the bank took back is not paid out; rejected, it pays what is owed", async () => {
  const member = await makeMember();
  const { businessId } = member;
  const transferId = await bankReports();
  await db.$transaction((tx) => assignTransfer(tx, transferId, businessId));
  const id = await requestRefund(member, payee);
  await db.$transaction((tx) => reverseCredited(tx, transferId));
  expect(await walletOf(businessId)).toMatchObject({ available: 0n, receivable: -200_000_000n });
  await expect(closePaidRefund(operator, id, { withoutTransfer: "Tiền mặt", reason: "Đã chuyển" })).rejects.toThrow(
    "was reversed",
  );
  await rejectRefund(operator, id, "Ngân hàng đã thu hồi");
  expect(await walletOf(businessId)).toMatchObject({ available: 0n, receivable: 0n });
  expect((await db.business.findUniqueOrThrow({ where: { id: businessId } })).suspendedAt).toBeNull();
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("credit that an operator gave is not refunded", async () => {
  const member = await makeMember();
  const credit = { businessId: member.businessId, kind: "available" } as const;
  const [kind, reference] = ["adjustment", newId("transfer")] as const;
  await db.$transaction((tx) => postTransfer(tx, { debit: kind, credit, amountMilli: 500_000n, kind, reference }));
  expect(await getRefundOffer(member)).toMatchObject({ refundableMilli: 0n });
  await archiveBusiness(member, name);

  const payer = await makePayer();
  const available = { businessId: payer.businessId, kind: "available" } as const;
  const trackingId = newId("tts");
  await holdCredit({ businessId: payer.businessId, trackingId, amountMilli: 150_050_000n });
  await captureHolds(sql, [trackingId]);
  const given = { debit: kind, credit: available, amountMilli: 90_000_000n, kind, reference: trackingId } as const;
  await db.$transaction((tx) => postTransfer(tx, given));
  expect(await getRefundOffer(payer)).toMatchObject({ refundableMilli: 50_000_000n });
});

test("of twenty requests at once one is open; a fraction of a đồng is not refunded and does not keep from archiving", async () => {
  const member = await makePayer();
  const trackingId = newId("tts");
  await db.$transaction(async (tx) => {
    const credit = { businessId: member.businessId, kind: "available" } as const;
    await postTransfer(tx, {
      debit: "adjustment",
      credit,
      amountMilli: 999n,
      kind: "adjustment",
      reference: trackingId,
    });
  });
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => requestRefund(member, payee)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of tries) {
    if (result.status === "rejected") expect(result.reason.details.message).toBe("refunds.alreadyOpen");
  }
  expect((await walletOf(member.businessId)).available).toBe(50_999n);
  await archiveBusiness(member, name);
  expect((await walletOf(member.businessId)).available).toBe(0n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("only an owner asks, of their own business, and only for paid credit", async () => {
  const member = await makePayer();
  const other = await makeMember({ creditMilli: 50_000n });
  const admin = await makeMember({ businessId: member.businessId, role: "admin" });
  await expect(requestRefund(admin, payee)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(getRefundOffer(admin)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(requestRefund(other, payee)).rejects.toMatchObject({ details: { message: "refunds.nothing" } });
  const id = await requestRefund(member, payee);
  expect(await getRefundOffer(other)).toMatchObject({ refundableMilli: 0n, payments: [] });
  expect(await listRefunds(other)).toEqual([]);
  expect(await findOpenRefund(other)).toBeNull();
  expect(await listRefunds(admin)).toMatchObject([{ id, status: "open", canWithdraw: true }]);
  await expect(withdrawRefund(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(withdrawRefund(admin, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  await expect(listRefunds(viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(requestRefund(member, { ...payee, bin: "000000" })).rejects.toMatchObject({ details: { param: "bin" } });
});

test("a part is refunded of the payments that its preview names, and leaves what running requests hold", async () => {
  const member = await makePayer();
  const { businessId } = member;
  clock.advance(1000);
  const paid = { amountVnd: 30_000n, reference: "HD 2", reason: "Hợp đồng" };
  await enterCredit(operator, await getBusiness(businessId), paid);
  const trackingId = newId("tts");
  await holdCredit({ businessId, trackingId, amountMilli: 100_000_000n });
  const { refundableMilli, payments } = await getRefundOffer(member);
  expect(refundableMilli).toBe(130_050_000n - 50_000n + 50_000n);
  const tooMuch = requestRefund(member, payee, { amountVnd: refundableMilli / 1000n + 1n });
  await expect(tooMuch).rejects.toMatchObject({ details: { message: "refunds.tooMuch", param: "amountVnd" } });

  const { parts, restVnd } = splitRefund(payments, 80_000n);
  expect(parts).toMatchObject([
    { reference: "HD 2", takenVnd: 30_000n, leftVnd: 30_000n },
    { takenVnd: 50_000n, leftVnd: 200_000n },
  ]);
  expect(restVnd).toBe(0n);
  const form = { amountVnd: 80_000n, formToken: newId("request") };
  const ids = await Promise.all([requestRefund(member, payee, form), requestRefund(member, payee, form)]);
  expect(new Set(ids).size).toBe(1);
  const [id] = ids;
  await closePaidRefund(operator, id, { withoutTransfer: "Tiền mặt", reason: "Đã trả" });
  expect(await requestRefund(member, payee, form)).toBe(id);
  const changes = await db.paymentChange.findMany({ where: { source: id }, orderBy: { amountVnd: "desc" } });
  expect(changes.map(({ subject, amountVnd }) => [subject, -amountVnd])).toEqual(
    parts.map(({ subject, takenVnd }) => [subject, takenVnd]),
  );
  await captureHolds(sql, [trackingId]);
  expect((await getRefundOffer(member)).refundableMilli).toBe(50_050_000n);
  expect(await findBookErrors()).toEqual(noBookErrors);
  clock.reset();
});

test("a refund that waits is withdrawn once, though the staff pays, approves and rejects it at the same time", async () => {
  for (const approves of [true, false]) {
    const member = await makePayer();
    const id = await requestRefund(member, payee, { amountVnd: 150_000n });
    const withoutTransfer = "Tiền mặt";
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => {
        if (index % 3 === 0) return withdrawRefund(member, id).then(() => "withdrawn");
        if (index % 3 === 1) return rejectRefund(operator, id, "Sai").then(() => "rejected");
        const act = approves
          ? approveRefund(operator, id, "Đúng").then(() => "approved")
          : closePaidRefund(operator, id, { withoutTransfer, reason: "Đã trả" });
        return act.then(() => (approves ? "approved" : "paid"));
      }),
    );
    const { status, encryptedPayee } = await refundOf(id);
    const done = new Set(tries.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])));
    expect([...done].filter((act) => act !== "approved")).toEqual([status]);
    expect(encryptedPayee !== "").toBe(status === "paid");
    const movements = await db.transfer.findMany({ where: { reference: { startsWith: `refund:${id}:` } } });
    expect(movements).toHaveLength(1);
    expect((await walletOf(member.businessId)).available).toBe(status === "paid" ? 50_050_000n : 200_050_000n);
  }
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("withdrawn, the amount is credit again and the account is erased; approved or paid, it stays", async () => {
  const member = await makePayer();
  const id = await requestRefund(member, payee);
  await withdrawRefund(member, id);
  await withdrawRefund(member, id);
  expect((await walletOf(member.businessId)).available).toBe(200_050_000n);
  expect((await refundOf(id)).encryptedPayee).toBe("");
  await expect(approveRefund(operator, id, "Đúng")).rejects.toThrow("is withdrawn already");
  expect((await listAudit(member)).entries.map(({ action }) => action).slice(0, 2)).toEqual([
    "refund.withdrawn",
    "refund.requested",
  ]);

  const again = await requestRefund(member, payee);
  await approveRefund(operator, again, "Đúng");
  expect(await listRefunds(member)).toMatchObject([
    { id: again, status: "approved", canWithdraw: false },
    { id, status: "withdrawn", canWithdraw: false },
  ]);
  await expect(withdrawRefund(member, again)).rejects.toMatchObject({ details: { message: "refunds.decided" } });
  await closePaidRefund(operator, again, { withoutTransfer: "Tiền mặt", reason: "Đã trả" });
  await expect(withdrawRefund(member, again)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test.each([
  ["bin", ""],
  ["accountNumber", "123"],
  ["accountNumber", "12345678901234567890"],
  ["accountNumber", "0123<script>"],
  ["holder", " "],
  ["holder", "A\u0000B"],
  ["holder", "A".repeat(71)],
])("%s cannot be %j", (field, value) => {
  expect(payeeSchema.safeParse({ ...payee, [field]: value }).error?.issues[0]?.path).toEqual([field]);
});

test("the account number may be typed with spaces", () => {
  expect(payeeSchema.parse({ ...payee, accountNumber: " 0123 456 789 " }).accountNumber).toBe("0123456789");
});
