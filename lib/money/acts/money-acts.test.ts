// @module-tag promise
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyAudit } from "@/lib/access/audit/verify";
import { requireNotOwn, sweepFormerMembers } from "@/lib/access/businesses/not-own";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import type { StaffRole } from "@/lib/access/principals/roles";
import type { StaffMember } from "@/lib/access/principals/staff";
import { grantStaff, revokeStaff } from "@/lib/access/staff";
import { leaveBusiness } from "@/lib/businesses/members/change";
import { adjustCredit } from "@/lib/money/adjustments/adjust-credit";
import { assignUnclaimed, unassign } from "@/lib/money/bank/transfers/assign";
import { closeAsOwn, closeAsReturned } from "@/lib/money/bank/transfers/close";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { reopenTransfer, voidTransfer } from "@/lib/money/bank/transfers/undo";
import { approveClaim, rejectClaim } from "@/lib/money/claims/decide";
import { createClaim } from "@/lib/money/claims/service";
import { approveRefund } from "@/lib/money/refunds/approve";
import { closeAsRefund, closePaidRefund, rejectRefund } from "@/lib/money/refunds/decide";
import { requestRefund, withdrawRefund } from "@/lib/money/refunds/request";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { findMoneyAct, listMoneyActs } from "@/lib/operator/money-acts/list";
import { listWaiting } from "@/lib/operator/waiting/waiting";
import { deleteAccount } from "@/lib/people/account/delete-account";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { mailboxOf } from "@/lib/platform/mail/mailbox";
import { makeConfirmedApp, makeMember, makeViewer } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, makeTopUp, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { approveMoneyAct, expireMoneyActs, rejectMoneyAct } from "./decide";

let [clerk, second]: [StaffMember, StaffMember] = [{} as StaffMember, {} as StaffMember];
beforeEach(async () => {
  [clerk, second] = await Promise.all([makeStaff("finance"), makeStaff("finance")]);
});
afterEach(() => clock.reset());

const large = 30_000_000n;
const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };
const available = async (businessId: string) => (await walletOf(businessId)).available / 1000n;
const own = { id: "operator.errors.ownBusiness" };

/** A business with credit from a bank transfer. */
async function makePaid(amountVnd = large) {
  const member = await makeMember();
  const business = await getBusiness(member.businessId);
  const transferId = await bankReports({ amountVnd });
  const author = await makeStaff("finance");
  const { actId, status } = await assignUnclaimed(author, transferId, business, "Khớp");
  if (status === "open") await approveMoneyAct(await makeStaff("finance"), actId, "Đúng");
  return { member, business, businessId: business.id, transferId };
}

test("a refund that was paid is not rejected: once its transfer is reopened it stays in suspense until that is matched", async () => {
  const { member, businessId } = await makePaid(5_000_000n);
  const refundId = await requestRefund(member, payee);
  const out = await bankReports({ direction: "out", amountVnd: 5_000_000n });
  await done(closePaidRefund(clerk, refundId, { transferId: out, reason: "Đã chuyển" }));
  await done(reopenTransfer(clerk, out, "Nhầm"));
  await expect(rejectRefund(second, refundId, "Sai")).rejects.toMatchObject({ id: "operator.errors.refundWasPaid" });
  await expect(withdrawRefund(member, refundId)).rejects.toMatchObject({ details: { message: "refunds.decided" } });
  expect(await available(businessId)).toBe(0n);
  await done(closePaidRefund(second, refundId, { transferId: out, reason: "Đúng là khoản này" }));
  expect(await db.refundRequest.findUnique({ where: { id: refundId } })).toMatchObject({ status: "paid" });
  // What it was for turns out to be something else.
  await done(reopenTransfer(second, out, "Là tiền lương"));
  await done(closeAsOwn(await makeStaff("finance"), out, "Tiền lương"));
  const { actId } = await rejectRefund(await makeStaff("finance"), refundId, "Chưa trả");
  expect(await available(businessId)).toBe(0n);
  await approveMoneyAct(second, actId, "Đúng");
  expect(await available(businessId)).toBe(5_000_000n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a refund that an owner withdraws while its approval waits for a second person is not approved by them", async () => {
  const { member, businessId } = await makePaid();
  const refundId = await requestRefund(member, payee);
  const { actId, status } = await approveRefund(clerk, refundId, "Đúng");
  expect(status).toBe("open");
  await withdrawRefund(member, refundId);
  await expect(approveMoneyAct(second, actId, "Đúng")).rejects.toMatchObject({ id: "operator.errors.refundDecided" });
  expect(await available(businessId)).toBe(large);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

/** A refund with the outgoing transfer that paid it. */
async function makePaidRefund(amountVnd: bigint) {
  const one = await makePaid(amountVnd);
  const refundId = await requestRefund(one.member, payee);
  const out = await bankReports({ direction: "out", amountVnd });
  await done(closePaidRefund(await makeStaff("finance"), refundId, { transferId: out, reason: "Đã chuyển" }));
  return { ...one, refundId, out };
}

test("a refund is not rejected while any transfer that had paid it waits, and each of them stays its business's", async () => {
  const amountVnd = 3_100_000n;
  const { businessId, refundId, out: earlier } = await makePaidRefund(amountVnd);
  await done(reopenTransfer(second, earlier, "Nhầm"));
  const out = await bankReports({ direction: "out", amountVnd, occurredAt: new Date(+clock.now() - days(2)) });
  await done(closePaidRefund(second, refundId, { transferId: out, reason: "Là khoản này" }));
  await done(reopenTransfer(await makeStaff("finance"), out, "Cũng nhầm"));
  await done(closeAsOwn(await makeStaff("finance"), out, "Tiền lương"));
  const waits = { id: "operator.errors.refundWasPaid", values: { id: refundId, transfer: earlier } };
  await expect(rejectRefund(clerk, refundId, "Sai")).rejects.toMatchObject(waits);
  const member = await makeStaff("finance");
  await db.membership.create({ data: { businessId, userId: member.userId, role: "viewer", createdAt: clock.now() } });
  await expect(closeAsOwn(member, earlier, "x")).rejects.toMatchObject(own);
  await done(closeAsOwn(await makeStaff("finance"), earlier, "Tiền thuê"));
  expect(await rejectRefund(clerk, refundId, "Chưa trả")).toMatchObject({ status: "open" });
});

test("one person never credits a refund that a transfer had paid, however small: neither closed as own nor removed nor for another refund", async () => {
  const other = await makePaid(3_000_000n);
  const otherRefund = await requestRefund(other.member, payee);
  const ways: ((out: string) => Promise<unknown>)[] = [
    async (out) => [await done(reopenTransfer(clerk, out, "x")), await done(closeAsOwn(clerk, out, "x"))],
    (out) => done(voidTransfer(clerk, out, "x")),
    async (out) => [
      await done(reopenTransfer(clerk, out, "x")),
      await done(closeAsRefund(clerk, out, { refundId: otherRefund, reason: "x" })),
    ],
  ];
  for (const way of ways) {
    const { businessId, refundId, out } = await makePaidRefund(3_000_000n);
    await way(out);
    expect(await rejectRefund(clerk, refundId, "x")).toMatchObject({ status: "open" });
    expect(await available(businessId)).toBe(0n);
    clock.advance(days(1) + 1000);
  }
});

test("no one closes, reverses, returns or gives away a transfer that is or was of their own business", async () => {
  const { businessId, out } = await makePaidRefund(3_000_000n);
  await done(reopenTransfer(second, out, "x"));
  await db.membership.create({ data: { businessId, userId: clerk.userId, role: "viewer", createdAt: clock.now() } });
  const { code } = await makeTopUp(businessId, 100_000n);
  const held = await bankReports({ amountVnd: 3_000_000n, memo: code });
  expect(await db.bankTransfer.findUnique({ where: { id: held } })).toMatchObject({ reason: "large_amount" });
  const member = await makeMember();
  const friend = await getBusiness(member.businessId);
  const other = await makePaid(3_000_000n);
  const otherRefund = await requestRefund(other.member, payee);
  const elsewhere = await bankReports({ direction: "out", amountVnd: 3_000_000n });
  const wanted = { amountVnd: 3_000_000, transferredAt: clock.now(), reference: "", note: "" };
  const claimId = await createClaim(member, wanted);
  const acts: (() => Promise<unknown>)[] = [
    () => closeAsOwn(clerk, out, "x"),
    () => closeAsRefund(clerk, out, { refundId: otherRefund, reason: "x" }),
    () => closePaidRefund(clerk, otherRefund, { transferId: out, reason: "x" }),
    () => closeAsOwn(clerk, held, "x"),
    () => reverseTransfer(clerk, held, "x"),
    () => assignUnclaimed(clerk, held, friend, "x"),
    () => approveClaim(clerk, claimId, held, "x"),
    () => closeAsReturned(clerk, elsewhere, { incomingId: held, reason: "x" }),
  ];
  for (const act of acts) await expect(act()).rejects.toMatchObject(own);
});

test("no one moves a partner's payment to another business alone, nor voids, reverses, closes or reopens it", async () => {
  const { businessId, transferId } = await makePaid(60_000_000n);
  const other = await makeMember();
  for (const act of [unassign, reverseTransfer, voidTransfer])
    expect(await act(clerk, transferId, "Nhầm")).toMatchObject({ status: "open" });
  expect(await available(businessId)).toBe(60_000_000n);
  await expect(unassign(clerk, transferId, "Lại")).rejects.toMatchObject({ id: "operator.errors.actWaits" });
  await approveMoneyAct(second, (await listOpen("transfer.unassign")).actId, "Đúng");
  const to = await getBusiness(other.businessId);
  expect(await assignUnclaimed(clerk, transferId, to, "Khớp")).toMatchObject({ status: "open" });
  expect(await closeAsOwn(clerk, transferId, "Lãi")).toMatchObject({ status: "open" });
  expect([await available(businessId), await available(other.businessId)]).toEqual([0n, 0n]);
  const { actId } = await listOpen("transfer.assign");
  await approveMoneyAct(second, actId, "Đúng");
  expect(await available(other.businessId)).toBe(60_000_000n);
  // The others were about the transfer as it was.
  const stale = await listOpen("transfer.void");
  await expect(approveMoneyAct(second, stale.actId, "Đúng")).rejects.toMatchObject({
    id: "operator.errors.actChanged",
  });
  await rejectMoneyAct(clerk, stale.actId, "Thôi");
  expect(await findBookErrors()).toEqual(noBookErrors);
});

async function listOpen(kind: string) {
  const { id } = await db.moneyAct.findFirstOrThrow({ where: { kind, status: "open" }, orderBy: { id: "desc" } });
  return { actId: id };
}

test("what one person moves within a day is added up over all businesses and all kinds of act, also at the same moment", async () => {
  const [one, other] = await Promise.all([makeMember(), makeMember()]);
  const [a, b] = [await getBusiness(one.businessId), await getBusiness(other.businessId)];
  await done(adjustCredit(clerk, a, { amountVnd: 8_000_000n, reason: "Bù" }));
  await done(adjustCredit(clerk, a, { amountVnd: -4_000_000n, reason: "Thu lại" }));
  await done(assignUnclaimed(clerk, await bankReports({ amountVnd: 7_000_000n }), b, "Khớp"));
  const paid = (amountVnd: bigint) => ({ amountVnd, reference: newId("request"), reason: "Hợp đồng" });
  expect(await enterCredit(clerk, b, paid(1_000_001n))).toMatchObject({ status: "open" });
  await done(enterCredit(clerk, b, paid(1_000_000n)));
  await done(enterCredit(second, b, paid(20_000_000n)));
  clock.advance(days(1) + 1000);
  const atOnce = Array.from({ length: 6 }, (_, index) => enterCredit(clerk, index % 2 ? a : b, paid(9_000_000n)));
  const states = (await Promise.all(atOnce)).map(({ status }) => status);
  expect(states.filter((status) => status === "done")).toHaveLength(2);
});

test("who left a business decides nothing about its money for 30 days, however they left, at the desk and in the terminal", async () => {
  const { member, business, businessId, transferId } = await makePaid(1_000_000n);
  const unmatched = await bankReports({ amountVnd: 4000n });
  const claimId = await createClaim(member, { amountVnd: 4000, transferredAt: clock.now(), reference: "", note: "" });
  const [left, removed] = [await makeStaff("finance"), await makeStaff("finance")];
  for (const { userId } of [left, removed])
    await db.membership.create({ data: { businessId, userId, role: "viewer", createdAt: clock.now() } });
  await leaveBusiness({ ...member, userId: left.userId, role: "viewer" } as typeof member);
  await db.$executeRaw`DELETE FROM memberships WHERE user_id = ${removed.userId}`;
  const typed = { email: left.email, via: "terminal" } as Operator;
  const waiting = await adjustCredit(clerk, business, { amountVnd: large, reason: "Bù" });
  const acts = (by: Operator): (() => Promise<unknown>)[] => [
    () => adjustCredit(by, business, { amountVnd: 19_000_000n, reason: "Bù" }),
    () => enterCredit(by, business, { amountVnd: 1n, reference: "R", reason: "Bù" }),
    () => assignUnclaimed(by, unmatched, business, "Khớp"),
    () => unassign(by, transferId, "Nhầm"),
    () => reverseTransfer(by, transferId, "Nhầm"),
    () => voidTransfer(by, transferId, "Nhầm"),
    () => rejectClaim(by, claimId, "Sai"),
    () => approveMoneyAct(by, waiting.actId, "Đúng"),
  ];
  for (const by of [left, removed, typed]) for (const act of acts(by)) await expect(act()).rejects.toMatchObject(own);
  clock.advance(days(31));
  await done(adjustCredit(left, business, { amountVnd: 1000n, reason: "Bù" }));
  await sweepFormerMembers();
  expect(await db.formerMembership.count({ where: { userId: left.userId } })).toBe(0);
  await db.$transaction((tx) => requireNotOwn(tx, removed.userId, [businessId]));
});

test("a clerk neither rejects nor approves a refund of their own business, nor reopens the transfer that paid it", async () => {
  const { member, businessId } = await makePaid(5_000_000n);
  const refundId = await requestRefund(member, payee);
  await db.membership.create({ data: { businessId, userId: clerk.userId, role: "viewer", createdAt: clock.now() } });
  await expect(rejectRefund(clerk, refundId, "Sai")).rejects.toMatchObject(own);
  await expect(approveRefund(clerk, refundId, "Đúng")).rejects.toMatchObject(own);
  const out = await bankReports({ direction: "out", amountVnd: 5_000_000n });
  await done(closePaidRefund(second, refundId, { transferId: out, reason: "Đã chuyển" }));
  for (const act of [reopenTransfer, voidTransfer]) await expect(act(clerk, out, "Nhầm")).rejects.toMatchObject(own);
  expect(await available(businessId)).toBe(0n);
});

/** An account that an admin gives a role at the desk just now. */
async function granted(admin: StaffMember, role: StaffRole = "finance"): Promise<StaffMember> {
  const { userId } = await makeConfirmedApp();
  const viewer = await makeViewer({ userId });
  await grantStaff(admin, viewer.email, role, "Mới vào");
  return { ...viewer, via: "desk", role } as unknown as StaffMember;
}

test("two accounts that the same admin granted within seven days do not approve each other, nor through a second admin of theirs", async () => {
  const [admin, otherAdmin] = [await makeStaff("admin"), await makeStaff("admin")];
  const { businessId } = await makeMember();
  const business = await getBusiness(businessId);
  const helper = await granted(admin, "admin");
  const [first, twin, throughHelper] = [await granted(admin), await granted(admin), await granted(helper)];
  const { actId } = await adjustCredit(first, business, { amountVnd: 900_000_000n, reason: "Bù" });
  const notTwo = { id: "operator.errors.notTwo" };
  for (const by of [twin, throughHelper])
    await expect(approveMoneyAct(by, actId, "Đúng")).rejects.toMatchObject(notTwo);
  await grantStaff(otherAdmin, admin.email, "finance", "Đổi vai trò");
  const formerAdmin = { ...admin, role: "finance" } as StaffMember;
  await expect(approveMoneyAct(formerAdmin, actId, "Đúng")).rejects.toMatchObject(notTwo);
  expect(await available(businessId)).toBe(0n);
  await approveMoneyAct(await granted(otherAdmin), actId, "Đúng");
  expect(await available(businessId)).toBe(900_000_000n);

  const later = await adjustCredit(first, business, { amountVnd: large, reason: "Bù thêm" });
  clock.advance(days(6));
  await expect(approveMoneyAct(twin, later.actId, "Đúng")).rejects.toMatchObject(notTwo);
  clock.advance(hours(23));
  await grantStaff(otherAdmin, twin.email, "support", "Đổi");
  await grantStaff(otherAdmin, twin.email, "finance", "Đổi lại");
  await approveMoneyAct({ ...twin }, later.actId, "Đúng");
});

test("of earlier releases, grants count as the first admin's; a grant at the terminal answers for itself alone", async () => {
  const [first, twin] = [await makeStaff("finance"), await makeStaff("finance")];
  const fresh = { where: { userId: { in: [first.userId, twin.userId] } }, data: { grantedAt: clock.now() } };
  await db.staffMember.updateMany(fresh);
  const business = await getBusiness((await makeMember()).businessId);
  const { actId } = await adjustCredit(first, business, { amountVnd: large, reason: "Bù" });
  await expect(approveMoneyAct(twin, actId, "x")).rejects.toMatchObject({ id: "operator.errors.notTwo" });
  const terminal = { email: "root", via: "terminal" } as Operator;
  for (const { email } of [first, twin])
    for (const role of ["support", "finance"] as const) await grantStaff(terminal, email, role, "Đổi");
  const again = await adjustCredit(first, business, { amountVnd: large, reason: "Bù nữa" });
  await expect(approveMoneyAct(twin, again.actId, "x")).rejects.toMatchObject({ id: "operator.errors.notTwo" });
});

test("an approval checks everything again: who approves, whose business it is by then, and what was asked for", async () => {
  const { business, businessId } = await makePaid();
  const support = await makeStaff("support");
  const { actId } = await adjustCredit(clerk, business, { amountVnd: large, reason: "Bù" });
  await expect(approveMoneyAct(clerk, actId, "x")).rejects.toMatchObject({ id: "operator.errors.ownAct" });
  await expect(approveMoneyAct(support, actId, "x")).rejects.toMatchObject({ code: "FORBIDDEN" });
  const typed = { email: clerk.email, via: "terminal" } as Operator;
  await expect(approveMoneyAct(typed, actId, "x")).rejects.toMatchObject({ id: "operator.errors.ownAct" });
  const unknown = { email: "nobody@vang.example", via: "terminal" } as Operator;
  await expect(approveMoneyAct(unknown, actId, "x")).rejects.toMatchObject({ id: "operator.errors.notFinance" });
  await db.membership.create({ data: { businessId, userId: clerk.userId, role: "viewer", createdAt: clock.now() } });
  await expect(approveMoneyAct(second, actId, "x")).rejects.toMatchObject(own);
  await db.$executeRaw`DELETE FROM memberships WHERE user_id = ${clerk.userId}`;
  await db.formerMembership.deleteMany({ where: { userId: clerk.userId } });
  const before = await available(businessId);
  const approvals = [1, 2, 3].map(() => approveMoneyAct(second, actId, "Đúng"));
  expect((await Promise.allSettled(approvals)).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await available(businessId)).toBe(before + large);
});

test("what waits is not approved once its author no longer moves money, nor rejected by someone of its business but its author", async () => {
  const { business, businessId } = await makePaid(1_000_000n);
  const admin = await makeStaff("admin");
  const adjust = (reason: string) => adjustCredit(clerk, business, { amountVnd: -large, reason });
  await done(
    enterCredit(await makeStaff("finance"), business, { amountVnd: 19_000_000n, reference: "1", reason: "x" }),
  );
  await done(
    enterCredit(await makeStaff("finance"), business, { amountVnd: 19_000_000n, reference: "2", reason: "x" }),
  );
  const [first, later] = [await adjust("Một"), await adjust("Hai")];
  for (const { userId } of [clerk, second])
    await db.membership.create({ data: { businessId, userId, role: "viewer", createdAt: clock.now() } });
  await expect(rejectMoneyAct(second, first.actId, "x")).rejects.toMatchObject(own);
  await rejectMoneyAct(clerk, first.actId, "Thôi");
  await db.$executeRaw`DELETE FROM memberships WHERE user_id = ANY (${[clerk.userId, second.userId]})`;
  await db.formerMembership.deleteMany({ where: { userId: { in: [clerk.userId, second.userId] } } });
  await revokeStaff(admin, clerk.email, "Gian lận");
  const left = { id: "operator.errors.authorLeft" };
  await expect(approveMoneyAct(second, later.actId, "x")).rejects.toMatchObject(left);
  await grantStaff(admin, clerk.email, "support", "Chỉ đọc");
  await expect(approveMoneyAct(second, later.actId, "x")).rejects.toMatchObject(left);
  expect(await available(businessId)).toBe(39_000_000n);
});

test("a refund whose rejection waits is not rejected once it was approved, since it may be paid", async () => {
  const { member, businessId } = await makePaid();
  const refundId = await requestRefund(member, payee);
  const rejection = await rejectRefund(clerk, refundId, "Sai");
  const approval = await approveRefund(clerk, refundId, "Đúng");
  await approveMoneyAct(second, approval.actId, "Đúng");
  const changed = { id: "operator.errors.actChanged" };
  await expect(approveMoneyAct(second, rejection.actId, "Đúng")).rejects.toMatchObject(changed);
  expect(await available(businessId)).toBe(0n);
});

test("two accounts of one mailbox are one person, and so is an account that was deleted and created again", async () => {
  const { business, businessId } = await makePaid(1_000_000n);
  const name = newId("user");
  const withEmail = async (email: string) => {
    const staff = await makeStaff("finance");
    const mailbox = mailboxOf(email);
    await db.user.update({ where: { id: staff.userId }, data: { email, mailbox }, select: { id: true } });
    return { ...staff, email } as StaffMember;
  };
  const [lan, tagged] = [await withEmail(`${name}@example.com`), await withEmail(`${name}+2@example.com`)];
  const { actId } = await adjustCredit(lan, business, { amountVnd: large, reason: "Bù" });
  await expect(approveMoneyAct(tagged, actId, "x")).rejects.toMatchObject({ id: "operator.errors.ownAct" });

  const partner = await makeViewer({ email: `${name}+3@example.com` });
  const { userId } = partner;
  await db.membership.create({ data: { businessId, userId, role: "viewer", createdAt: clock.now() } });
  const give = (reason: string) => adjustCredit(lan, business, { amountVnd: 1000n, reason });
  await db.user.update({ where: { id: userId }, data: { mailbox: mailboxOf(partner.email) }, select: { id: true } });
  await expect(give("Một")).rejects.toMatchObject(own);
  await deleteAccount(partner, partner.email);
  await expect(give("Hai")).rejects.toMatchObject(own);
  clock.advance(days(31));
  await sweepFormerMembers();
  expect(await db.formerMailbox.count({ where: { businessId } })).toBe(0);
  await done(give("Ba"));
});

test("what cannot be done is rejected when it is asked for, not when it is approved", async () => {
  const { business, transferId } = await makePaid();
  const taken = adjustCredit(clerk, business, { amountVnd: -900_000_000n, reason: "Thu lại" });
  await expect(taken).rejects.toMatchObject({ id: "operator.errors.notAvailable" });
  await expect(reopenTransfer(clerk, transferId, "x")).rejects.toMatchObject({ id: "operator.errors.notReopenable" });
  expect(await db.moneyAct.count({ where: { authorId: clerk.userId } })).toBe(0);
});

test("what waits is at the desk with who asked for what and why, and expires after seven days", async () => {
  const { business, businessId, transferId } = await makePaid();
  const support = await makeStaff("support");
  const { actId } = await unassign(clerk, transferId, "Nhầm doanh nghiệp");
  expect((await listWaiting(support)).rows).toContainEqual(
    expect.objectContaining({ id: actId, kind: "moneyAct", business: business.name, amountMilli: large * 1000n }),
  );
  expect((await listMoneyActs(support, { state: "open" })).rows.map(({ id }) => id)).toContain(actId);
  expect(await findMoneyAct(clerk, actId)).toMatchObject({
    ...{ kind: "transfer.unassign", author: clerk.name, reason: "Nhầm doanh nghiệp", isOwn: true, amountVnd: large },
    ...{ businesses: [{ id: businessId }], about: { transferId }, status: "open" },
    history: [{ action: "act.requested", actor: clerk.name }],
  });
  clock.advance(days(7));
  expect(await findMoneyAct(second, actId)).toMatchObject({ status: "expired", isOwn: false });
  await expect(approveMoneyAct(second, actId, "x")).rejects.toMatchObject({ id: "operator.errors.actDecided" });
  await expireMoneyActs();
  expect(await db.moneyAct.findUnique({ where: { id: actId } })).toMatchObject({ status: "expired" });
  expect((await listWaiting(support)).rows.map(({ id }) => id)).not.toContain(actId);
  expect(await unassign(clerk, transferId, "Nhầm doanh nghiệp")).toMatchObject({ status: "open" });
});

test("the database itself keeps what needs a second person from being done by its author", async () => {
  const { business } = await makePaid();
  const { actId: id } = await adjustCredit(clerk, business, { amountVnd: large, reason: "Bù" });
  const alone = (decidedById: string | null) =>
    db.moneyAct.update({ where: { id }, data: { status: "done", decidedById } });
  await expect(alone(clerk.userId)).rejects.toThrow("money_acts_second_person_check");
  await expect(alone(null)).rejects.toThrow("money_acts_second_person_check");
});

test("the audit logs verify after all of this", async () => {
  expect((await verifyAudit()).breaks).toEqual([]);
});
