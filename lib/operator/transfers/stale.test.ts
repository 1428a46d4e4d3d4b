// @module-tag slow
import { beforeAll, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { StaffMember } from "@/lib/access/principals/staff";
import { assignUnclaimed, unassign } from "@/lib/money/bank/transfers/assign";
import { closeAsOwn, closeAsReturned } from "@/lib/money/bank/transfers/close";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { reopenTransfer, voidTransfer } from "@/lib/money/bank/transfers/undo";
import { approveClaim, rejectClaim } from "@/lib/money/claims/decide";
import { createClaim, writeAsMember } from "@/lib/money/claims/service";
import { approveRefund } from "@/lib/money/refunds/approve";
import { closeAsRefund, closePaidRefund, rejectRefund } from "@/lib/money/refunds/decide";
import { requestRefund } from "@/lib/money/refunds/request";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { findClaim } from "@/lib/operator/claims/list";
import { findRefund } from "@/lib/operator/refunds/list";
import { clock } from "@/lib/platform/clock";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { approveClaimSchema, rejectClaimSchema } from "../claims/schema";
import { decideRefundSchema, payRefundSchema } from "../refunds/schema";
import { assignSchema, closeSchema, correctSchema } from "./schema";
import { findTransfer } from "./transfers";

let finance: StaffMember;
let colleague: StaffMember;
beforeAll(async () => {
  [finance, colleague] = [await makeStaff("finance"), await makeStaff("finance")];
});

const changed = "changed meanwhile";
const makeBusiness = async () => getBusiness((await makeMember({ creditMilli: 0n })).businessId);
const seenOf = async (id: string) => (await findTransfer(finance, id)).seen;
const creditOf = async (id: string) => (await walletOf(id)).available / 1000n;

const corrections = {
  unassign,
  reverse: reverseTransfer,
  void: voidTransfer,
  reopen: reopenTransfer,
  closeOwn: closeAsOwn,
} as const;

test.each(["unassign", "reverse", "void"] as const)(
  "%s takes nothing from another business than the one that the page showed",
  async (act) => {
    const [shown, other] = [await makeBusiness(), await makeBusiness()];
    const id = await bankReports();
    await assignUnclaimed(finance, id, shown, "x");
    const seen = await seenOf(id);
    await unassign(colleague, id, "x");
    await assignUnclaimed(colleague, id, other, "x");
    await expect(corrections[act](finance, id, "x", seen)).rejects.toThrow(changed);
    expect(await creditOf(other.id)).toBe(200_000n);
    await corrections[act](finance, id, "x", await seenOf(id));
    expect(await creditOf(other.id)).toBe(0n);
    expect(await findBookErrors()).toEqual(noBookErrors);
  },
);

test.each(["reverse", "void"] as const)(
  "%s of an unmatched transfer takes nothing once it was credited",
  async (act) => {
    const business = await makeBusiness();
    const id = await bankReports();
    const seen = await seenOf(id);
    await assignUnclaimed(colleague, id, business, "x");
    await expect(corrections[act](finance, id, "x", seen)).rejects.toThrow(changed);
    expect(await creditOf(business.id)).toBe(200_000n);
  },
);

test("a forged transfer that a colleague removed or closed is not reversed, and the message says what it is", async () => {
  for (const act of ["void", "closeOwn"] as const) {
    const id = await bankReports();
    const seen = await seenOf(id);
    await corrections[act](colleague, id, "forged");
    for (const sent of [seen, undefined])
      await expect(reverseTransfer(finance, id, "x", sent)).rejects.toMatchObject({
        id: "operator.errors.transferDecided",
      });
  }
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a transfer that was closed, opened and closed otherwise is not opened from an old page, nor credited", async () => {
  const business = await makeBusiness();
  const id = await bankReports();
  const unmatched = await seenOf(id);
  await closeAsOwn(colleague, id, "x");
  const closed = await seenOf(id);
  await reopenTransfer(colleague, id, "x");
  await expect(assignUnclaimed(finance, id, business, "x", { seen: unmatched })).rejects.toThrow(changed);
  await expect(closeAsOwn(finance, id, "x", unmatched)).rejects.toThrow(changed);
  await closeAsOwn(colleague, id, "x");
  await expect(reopenTransfer(finance, id, "x", closed)).rejects.toThrow(changed);
  expect(await creditOf(business.id)).toBe(0n);
});

test("an outgoing transfer is closed as a return only of the payment that the page showed", async () => {
  const [shown, other] = [await makeBusiness(), await makeBusiness()];
  const amountVnd = 431_007n;
  const [incomingId, id] = [await bankReports({ amountVnd }), await bankReports({ amountVnd, direction: "out" })];
  await assignUnclaimed(finance, incomingId, shown, "x");
  const page = await findTransfer(finance, id);
  const seen = `${page.seen} ${page.returnable.find((one) => one.id === incomingId)?.seen}`;
  await unassign(colleague, incomingId, "x");
  await assignUnclaimed(colleague, incomingId, other, "x");
  await expect(closeAsReturned(finance, id, { incomingId, reason: "x", seen })).rejects.toThrow(changed);
  expect(await creditOf(other.id)).toBe(amountVnd);
});

test("a claim is not rejected before what its business wrote meanwhile was read, nor approved with a changed transfer", async () => {
  const member = await makeMember({ creditMilli: 0n });
  const amountVnd = 431_011n;
  const id = await createClaim(member, { amountVnd: 431_011, transferredAt: clock.now(), reference: "", note: "" });
  const transferId = await bankReports({ amountVnd });
  const page = await findClaim(finance, id);
  await writeAsMember(member, id, "Đã tìm thấy biên lai");
  await expect(rejectClaim(finance, id, "x", page.seen)).rejects.toThrow(changed);
  await closeAsOwn(colleague, transferId, "x");
  await reopenTransfer(colleague, transferId, "x");
  const seen = page.candidates.find((one) => one.id === transferId)?.seen;
  await expect(approveClaim(finance, id, transferId, "x", seen)).rejects.toThrow(changed);
  expect((await findClaim(finance, id)).status).toBe("open");
  expect(await creditOf(member.businessId)).toBe(0n);
});

test("a refund that a colleague approved, and may be paying, is not rejected or paid from a page that shows it open", async () => {
  const member = await makeMember({ creditMilli: 0n });
  const amountVnd = 431_013n;
  await enterCredit(finance, await getBusiness(member.businessId), {
    amountVnd,
    reference: newId("request"),
    reason: "x",
  });
  const id = await requestRefund(member, { bin: "970436", accountNumber: "0123456789", holder: "SACH NOI" });
  const transferId = await bankReports({ amountVnd, direction: "out" });
  const { seen } = await findRefund(finance, id);
  const page = await findTransfer(finance, transferId);
  const closing = `${page.seen} ${page.payable.find((one) => one.id === id)?.seen}`;
  await approveRefund(colleague, id, "x", seen);
  await expect(rejectRefund(finance, id, "x", seen)).rejects.toThrow(changed);
  await expect(approveRefund(finance, id, "x", seen)).rejects.toThrow(changed);
  await expect(closePaidRefund(finance, id, { withoutTransfer: "x", reason: "x", seen })).rejects.toThrow(changed);
  const attempt = closeAsRefund(finance, transferId, { refundId: id, reason: "x", seen: closing });
  await expect(attempt).rejects.toThrow(changed);
  expect((await findRefund(finance, id)).state).toBe("approved");
});

test("every form of these acts sends what its page showed", () => {
  const reason = "x";
  const [transfer, refund, claim] = [newId("bankTransfer"), newId("refund"), newId("bankClaim")];
  const forms = [
    [assignSchema, { id: transfer, business: "a", reason }],
    [correctSchema, { id: transfer, act: "reverse", reason }],
    [closeSchema, { id: transfer, act: "closeRefund", other: `${refund} open.0`, reason }],
    [approveClaimSchema, { id: claim, transferId: transfer, reason }],
    [rejectClaimSchema, { id: claim, reason }],
    [decideRefundSchema, { id: refund, reason }],
    [payRefundSchema, { id: refund, reason }],
  ] as const;
  for (const [schema, form] of forms) {
    expect(schema.safeParse({ ...form, seen: "unmatched.0." }).success).toBe(true);
    expect(schema.safeParse(form).success).toBe(false);
  }
});
