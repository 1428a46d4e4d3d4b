// @module-tag slow
import { beforeAll, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Member } from "@/lib/access/principals/member";
import type { StaffMember } from "@/lib/access/principals/staff";
import { adjustCredit, grantPromotion } from "@/lib/money/adjustments/adjust-credit";
import { assignUnclaimed, unassign } from "@/lib/money/bank/transfers/assign";
import { approveClaim, rejectClaim } from "@/lib/money/claims/decide";
import { createClaim } from "@/lib/money/claims/service";
import { setInvoiceDetails } from "@/lib/money/invoices/details/service";
import { issueDue } from "@/lib/money/invoices/issue";
import { requestInvoice } from "@/lib/money/invoices/request";
import { approveRefund } from "@/lib/money/refunds/approve";
import { closePaidRefund, rejectRefund } from "@/lib/money/refunds/decide";
import { requestRefund } from "@/lib/money/refunds/request";
import { correctEntered, enterCredit } from "@/lib/money/top-ups/entered";
import { findClaim } from "@/lib/operator/claims/list";
import { findRefund } from "@/lib/operator/refunds/list";
import { searchBusinesses } from "@/lib/operator/transfers/suggest";
import { findTransfer } from "@/lib/operator/transfers/transfers";
import { retryInvoice } from "@/lib/operator/work/work";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember, suspend } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, makeTopUp, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { findBusiness } from "./find";
import { listBusinesses } from "./list";

let finance: StaffMember;
let engineer: StaffMember;
beforeAll(async () => {
  [finance, engineer] = [await makeStaff("finance"), await makeStaff("engineer")];
});

type Closed = "suspended" | "archived" | "erased";

async function close({ businessId }: Member, state: Closed): Promise<void> {
  if (state === "suspended") await suspend(businessId, "Lạm dụng");
  else await db.business.update({ where: { id: businessId }, data: { archivedAt: clock.now() } });
  // As deleting the account of its only member does.
  if (state === "erased") await db.membership.deleteMany({ where: { businessId } });
}

const payee = { bin: "970436", accountNumber: "0123456789", holder: "SACH NOI" };
const creditOf = async ({ businessId }: Member) => (await walletOf(businessId)).available / 1000n;
const enter = async (member: Member, amountVnd: bigint) =>
  done(
    enterCredit(finance, await getBusiness(member.businessId), { amountVnd, reference: newId("request"), reason: "x" }),
  );

/** Every way in which the staff gives a business credit. */
async function waysToCredit(member: Member, claimId: string, amountVnd: bigint, entered: string) {
  const business = await getBusiness(member.businessId);
  return {
    assign: async () => assignUnclaimed(finance, await bankReports(), business, "x"),
    claim: async () => approveClaim(finance, claimId, await bankReports({ amountVnd }), "x"),
    enter: () => enter(member, 1000n),
    adjust: () => adjustCredit(finance, business, { amountVnd: 1000n, reason: newId("request") }),
    promotion: () =>
      grantPromotion(finance, business, { amountVnd: 1000n, reason: newId("request"), expiresAt: null } as never),
    correct: () => correctEntered(finance, entered, { amountVnd: 1000n, reason: newId("request") }),
  };
}

async function prepare(amountVnd: bigint) {
  const member = await makeMember({ creditMilli: 0n });
  const entered = await enter(member, 500_000n);
  const claimId = await createClaim(member, {
    ...{ amountVnd: Number(amountVnd), transferredAt: clock.now(), reference: "", note: "" },
  });
  return { member, claimId, ways: await waysToCredit(member, claimId, amountVnd, entered) };
}

test("a suspended business is credited in every way and stays suspended, since the money is its own", async () => {
  const { member, ways } = await prepare(441_001n);
  await close(member, "suspended");
  for (const [name, credit] of Object.entries(ways)) {
    const before = await creditOf(member);
    await credit();
    expect(await creditOf(member), name).toBeGreaterThan(before);
  }
  const { suspendedAt } = await db.business.findUniqueOrThrow({ where: { id: member.businessId } });
  expect(suspendedAt).not.toBeNull();
  expect((await findBusiness(finance, member.businessId)).state).toBe("suspended");
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test.each([
  ["archived", "operator.errors.archived", 441_003n],
  ["erased", "operator.errors.erased", 441_005n],
] as const)("no one credits a business that is %s, and the message says what to do", async (state, id, amountVnd) => {
  const { member, claimId, ways } = await prepare(amountVnd);
  await close(member, state);
  for (const [name, credit] of Object.entries(ways)) await expect(credit(), name).rejects.toMatchObject({ id });
  expect(await creditOf(member)).toBe(500_000n);
  // Its payments wait for the staff, and its claims can be rejected.
  const paid = await bankReports({ memo: (await makeTopUp(member.businessId)).code });
  expect(await findTransfer(finance, paid)).toMatchObject({ status: "unmatched", reason: "archived" });
  await rejectClaim(finance, claimId, "x");
  expect(await searchBusinesses(finance, member.businessId, 1000n)).toEqual([]);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test.each(["suspended", "archived", "erased"] as const)(
  "the desk shows beside transfers, claims and refunds that their business is %s",
  async (state) => {
    const member = await makeMember({ creditMilli: 0n });
    const facts = { amountVnd: 1000, transferredAt: clock.now(), reference: "", note: "" };
    const claimId = await createClaim(member, facts);
    const transferId = await bankReports({ memo: (await makeTopUp(member.businessId)).code });
    const refundId = await requestRefund(member, payee);
    await close(member, state);
    expect((await findTransfer(finance, transferId)).business).toMatchObject({ id: member.businessId, state });
    expect((await findClaim(finance, claimId)).business).toMatchObject({ id: member.businessId, state });
    expect((await findRefund(finance, refundId)).business).toMatchObject({ id: member.businessId, state });
    expect((await findBusiness(finance, member.businessId)).state).toBe(state);
    const { rows } = await listBusinesses(finance, { q: member.businessId, state });
    expect(rows).toMatchObject([{ id: member.businessId, state }]);
    for (const other of ["active", "suspended", "archived", "erased"] as const)
      if (other !== state)
        expect((await listBusinesses(finance, { q: member.businessId, state: other })).rows).toEqual([]);
  },
);

test.each(["suspended", "archived", "erased"] as const)(
  "the refund of a business that is %s is approved and paid, since its credit is taken already",
  async (state) => {
    const member = await makeMember({ creditMilli: 0n });
    await enter(member, 300_000n);
    const id = await requestRefund(member, payee);
    await close(member, state);
    await approveRefund(finance, id, "x");
    await closePaidRefund(finance, id, { withoutTransfer: "Chi tiền mặt", reason: "x" });
    expect((await findRefund(finance, id)).state).toBe("paid");
    expect(await findBookErrors()).toEqual(noBookErrors);
  },
);

test("a rejected refund goes back to a suspended and to an archived business, and not where no one could have it", async () => {
  for (const state of ["suspended", "archived", "erased"] as const) {
    const member = await makeMember({ creditMilli: 0n });
    await enter(member, 300_000n);
    const id = await requestRefund(member, payee);
    await close(member, state);
    const attempt = rejectRefund(finance, id, "x");
    if (state === "erased") await expect(attempt).rejects.toMatchObject({ id: "operator.errors.refundErased" });
    else await attempt;
    expect(await creditOf(member), state).toBe(state === "erased" ? 0n : 300_000n);
  }
});

test("what a business that no one can restore owes is paid by the refund that is rejected", async () => {
  const member = await makeMember({ creditMilli: 0n });
  const transferId = await bankReports({ memo: (await makeTopUp(member.businessId)).code });
  const id = await requestRefund(member, payee);
  await close(member, "erased");
  await unassign(finance, transferId, "x");
  await rejectRefund(finance, id, "x");
  expect(await walletOf(member.businessId)).toEqual({ available: 0n, receivable: 0n });
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test.each(["suspended", "archived", "erased"] as const)(
  "an invoice that was requested is issued, also after its business is %s",
  async (state) => {
    const member = await makeMember({ creditMilli: 0n });
    const address = { address: "12 Nguyễn Huệ", email: "ke-toan@sach-noi.vn" };
    await setInvoiceDetails(member, { legalName: "Công ty Sách Nói", taxCode: "0314409058", ...address });
    const id = await requestInvoice(member, await bankReports({ memo: (await makeTopUp(member.businessId)).code }));
    await close(member, state);
    await retryInvoice(engineer, id, "x");
    await issueDue();
    expect((await db.invoice.findUniqueOrThrow({ where: { id } })).status).toBe("issued");
  },
);
