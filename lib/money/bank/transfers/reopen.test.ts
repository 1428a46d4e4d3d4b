import { expect, test } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign";
import { closeAsRefund } from "@/lib/money/refunds/decide";
import { requestRefund } from "@/lib/money/refunds/request";
import { createTopUp } from "@/lib/money/top-ups/create";
import { getTopUp } from "@/lib/money/top-ups/list";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { mailsTo } from "@/testing/harness/mailbox";
import { unassign } from "./assign";
import { closeAsOwn, closeAsReturned } from "./close";
import { reverseTransfer } from "./reverse";
import { reopenTransfer, voidTransfer } from "./undo";

const operator = await makeTerminalOperator();
const reason = "Nhầm giao dịch";

const transferOf = (id: string) => db.bankTransfer.findUniqueOrThrow({ where: { id } });
const balanceOf = async (id: "acc_suspense" | "acc_own") =>
  (await db.walletAccount.findUniqueOrThrow({ where: { id } })).balanceMilli;

async function makeCredited() {
  const member = await makeMember();
  const business = await getBusiness(member.businessId);
  const id = await bankReports();
  await assignUnclaimed(operator, id, business, "Khớp");
  return { member, business, id };
}

test("a payment that was reversed by mistake waits again, shows as being checked, and pays its business's debt", async () => {
  const member = await makeMember();
  const business = await getBusiness(member.businessId);
  const topUpId = await createTopUp(member, { amountVnd: 200_000, formToken: newToken() });
  const { code } = await db.topUp.findUniqueOrThrow({ where: { id: topUpId } });
  const id = await bankReports({ memo: code ?? "" });
  const suspense = await balanceOf("acc_suspense");
  await reverseTransfer(operator, id, "Ngân hàng đòi lại");
  const mails = await mailsTo((await db.user.findUniqueOrThrow({ where: { id: member.userId } })).email);
  expect(mails.find(({ subject }) => subject.includes("Ngân hàng đã thu hồi"))?.text).toContain("Ngân hàng đòi lại");
  expect(await done(reopenTransfer(operator, id, reason))).toEqual({ businessId: business.id, also: null });
  expect(await transferOf(id)).toMatchObject({ status: "unmatched", reason: "unassigned", businessId: null, topUpId });
  expect(await getTopUp(member, topUpId)).toMatchObject({ checkedVnd: 200_000n, receivedVnd: 0n });
  expect((await listAudit(member)).entries[0]).toMatchObject({ action: "transfer.reopened", subject: id });
  expect(await db.platformAuditEvent.findFirst({ where: { action: "transfer.reopened" } })).toMatchObject({
    businessId: business.id,
    details: { transferId: id, reason, from: "reversed" },
  });
  await assignUnclaimed(operator, id, business, "Khớp");
  expect(await getTopUp(member, topUpId)).toMatchObject({ status: "credited", receivedVnd: 200_000n });
  expect(await walletOf(business.id)).toEqual({ available: 200_000_000n, receivable: 0n });
  expect(await balanceOf("acc_suspense")).toBe(suspense);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("again and again, each reversal takes and each correction gives back", async () => {
  const { business, id } = await makeCredited();
  for (let round = 0; round < 3; round++) {
    await reverseTransfer(operator, id, reason);
    expect((await walletOf(business.id)).available).toBe(0n);
    await reopenTransfer(operator, id, reason);
    await assignUnclaimed(operator, id, business, "Khớp");
    expect((await walletOf(business.id)).available).toBe(200_000_000n);
    await voidTransfer(operator, id, reason);
    await reopenTransfer(operator, id, reason);
    await assignUnclaimed(operator, id, business, "Khớp");
    await unassign(operator, id, reason);
    await closeAsOwn(operator, id, reason);
    await reopenTransfer(operator, id, reason);
    await assignUnclaimed(operator, id, business, "Khớp");
    expect(await findBookErrors()).toEqual(noBookErrors);
  }
});

test("money that was closed as the platform's own, in and out, waits again and changes no account besides", async () => {
  const before = [await balanceOf("acc_suspense"), await balanceOf("acc_own")];
  const [came, left] = [
    await bankReports({ amountVnd: 7000n }),
    await bankReports({ direction: "out", amountVnd: 7000n }),
  ];
  for (let round = 0; round < 2; round++) {
    for (const id of [came, left]) await closeAsOwn(operator, id, reason);
    for (const id of [came, left]) await reopenTransfer(operator, id, reason);
  }
  expect([await balanceOf("acc_suspense"), await balanceOf("acc_own")]).toEqual([
    (before[0] ?? 0n) + 7_000_000n,
    (before[1] ?? 0n) - 7_000_000n,
  ]);
  await voidTransfer(operator, left, reason);
  await reopenTransfer(operator, left, reason);
  await closeAsReturned(operator, left, { incomingId: came, reason });
  expect([await balanceOf("acc_suspense"), await balanceOf("acc_own")]).toEqual(before);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test.each(["incoming", "outgoing"])(
  "a return that was closed by mistake is undone by its %s transfer",
  async (side) => {
    const { member, business, id } = await makeCredited();
    const out = await bankReports({ direction: "out" });
    const before = [await balanceOf("acc_suspense"), await balanceOf("acc_own")];
    await closeAsReturned(operator, out, { incomingId: id, reason });
    const [one, other] = side === "incoming" ? [id, out] : [out, id];
    expect(await done(reopenTransfer(operator, one, reason))).toEqual({ businessId: business.id, also: other });
    expect(await transferOf(id)).toMatchObject({ status: "unmatched", reversesId: null });
    expect(await transferOf(out)).toMatchObject({ status: "unmatched", reversesId: null });
    expect((await listAudit(member)).entries[0]).toMatchObject({ action: "transfer.reopened", subject: one });
    await assignUnclaimed(operator, id, business, "Khớp");
    expect([await balanceOf("acc_suspense"), await balanceOf("acc_own")]).toEqual(before);
    // Closed again as what it was, and undone once more.
    await closeAsReturned(operator, out, { incomingId: id, reason });
    await reopenTransfer(operator, out, reason);
    expect(await findBookErrors()).toEqual(noBookErrors);
  },
);

test("a transfer that was closed as the wrong refund is unmatched again, and the refund is open again", async () => {
  const { member, id } = await makeCredited();
  expect(id).toMatch(/^btr_/);
  const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };
  const refundId = await requestRefund(member, payee);
  const before = [await balanceOf("acc_suspense"), await balanceOf("acc_own")];
  const out = await bankReports({ direction: "out" });
  await closeAsRefund(operator, out, { refundId, reason });
  expect(await done(reopenTransfer(operator, out, reason))).toEqual({ businessId: member.businessId, also: refundId });
  expect(await db.refundRequest.findUnique({ where: { id: refundId } })).toMatchObject({
    status: "open",
    transferId: null,
  });
  await voidTransfer(operator, out, reason);
  const paid = await bankReports({ direction: "out" });
  await closeAsRefund(operator, paid, { refundId, reason });
  expect([await balanceOf("acc_suspense"), await balanceOf("acc_own")]).toEqual([
    (before[0] ?? 0n) - 200_000_000n,
    before[1],
  ]);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("only what is reversed, closed or void can be reopened, and of twenty attempts at once one does it", async () => {
  const { business, id } = await makeCredited();
  await expect(reopenTransfer(operator, id, reason)).rejects.toThrow("is credited: only");
  await expect(reopenTransfer(operator, await bankReports({ direction: "out" }), reason)).rejects.toThrow(
    "is unmatched",
  );
  await expect(reopenTransfer(operator, newId("bankTransfer"), reason)).rejects.toThrow("There is no bank transfer");
  await reverseTransfer(operator, id, reason);
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => reopenTransfer(operator, id, reason)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await assignUnclaimed(operator, id, business, "Khớp");
  expect(await walletOf(business.id)).toEqual({ available: 200_000_000n, receivable: 0n });
  expect(await findBookErrors()).toEqual(noBookErrors);
});
