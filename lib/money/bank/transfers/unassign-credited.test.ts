// @module-tag promise
import { expect, test } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Member } from "@/lib/access/principals/member";
import { adjustCredit } from "@/lib/money/adjustments/adjust-credit";
import { listTopUps } from "@/lib/money/top-ups/list";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { mailsTo } from "@/testing/harness/mailbox";
import { assignUnclaimed, unassign } from "./assign";
import { reverseTransfer } from "./reverse";

const operator = await makeTerminalOperator();
const reason = "Nhầm doanh nghiệp";

async function makePartner() {
  const member = await makeMember();
  return { member, business: await getBusiness(member.businessId) };
}

const listed = async (member: Member) => (await listTopUps(member)).topUps;
const transferOf = (id: string) => db.bankTransfer.findUniqueOrThrow({ where: { id } });
const emailOf = async (userId: string) => (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;

test("a transfer credited to the wrong business is unmatched again, and is credited to the right one", async () => {
  const [wrong, right, other] = [await makePartner(), await makePartner(), await makePartner()];
  const [id, others] = [await bankReports(), await bankReports()];
  await assignUnclaimed(operator, id, wrong.business, "Khớp");
  await assignUnclaimed(operator, others, other.business, "Khớp");

  expect(await listed(wrong.member)).toMatchObject([{ status: "credited", receivedVnd: 200_000n, code: null }]);
  expect(await done(unassign(operator, id, reason))).toEqual({ businessId: wrong.business.id, owedMilli: 0n });
  expect(await listed(wrong.member)).toEqual([]);
  expect(await transferOf(id)).toMatchObject({ status: "unmatched", reason: "unassigned", businessId: null });
  expect((await walletOf(wrong.business.id)).available).toBe(0n);
  expect(await findBookErrors()).toEqual(noBookErrors);

  await assignUnclaimed(operator, id, right.business, "Khớp");
  expect((await walletOf(right.business.id)).available).toBe(200_000_000n);
  expect((await walletOf(other.business.id)).available).toBe(200_000_000n);
  expect((await listed(right.member)).map(({ payments }) => payments.map((payment) => payment.id))).toEqual([[id]]);
  expect(await listed(other.member)).toHaveLength(1);
  expect((await listAudit(wrong.member)).entries[0]).toMatchObject({ action: "transfer.unassigned", subject: id });
  const [mail] = await mailsTo(await emailOf(wrong.member.userId));
  expect(mail?.text).toContain(reason);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("back and forth, each assignment credits and each correction takes back", async () => {
  const [one, two] = [await makePartner(), await makePartner()];
  const id = await bankReports();
  for (let round = 0; round < 3; round += 1) {
    for (const { business } of [one, two]) {
      await assignUnclaimed(operator, id, business, "Khớp");
      expect((await walletOf(business.id)).available).toBe(200_000_000n);
      await unassign(operator, id, reason);
      expect((await walletOf(business.id)).available).toBe(0n);
    }
  }
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("what the wrong business has spent it owes, and it is suspended until that is paid", async () => {
  const [wrong, right] = [await makePartner(), await makePartner()];
  const id = await bankReports();
  await assignUnclaimed(operator, id, wrong.business, "Khớp");
  await adjustCredit(operator, wrong.business, { amountVnd: -150_000n, reason });
  expect(await done(unassign(operator, id, reason))).toMatchObject({ owedMilli: 150_000_000n });
  expect(await walletOf(wrong.business.id)).toEqual({ available: 0n, receivable: -150_000_000n });
  const suspended = await db.business.findUnique({ where: { id: wrong.business.id } });
  expect(suspended).toMatchObject({ suspendedFor: "receivable" });
  await assignUnclaimed(operator, id, right.business, "Khớp");
  expect((await walletOf(right.business.id)).available).toBe(200_000_000n);

  await assignUnclaimed(operator, await bankReports(), wrong.business, "Trả nợ");
  expect(await walletOf(wrong.business.id)).toEqual({ available: 50_000_000n, receivable: 0n });
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("of twenty corrections at once one is made; what is not credited is not taken back", async () => {
  const { business, member } = await makePartner();
  const id = await bankReports();
  await expect(unassign(operator, id, reason)).rejects.toThrow(`The bank transfer ${id} is unmatched, not credited.`);
  await assignUnclaimed(operator, id, business, "Khớp");
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => unassign(operator, id, reason)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db.platformAuditEvent.count({ where: { businessId: business.id, action: "transfer.unassigned" } })).toBe(
    1,
  );

  await assignUnclaimed(operator, id, business, "Khớp");
  await reverseTransfer(operator, id, reason);
  expect(await listed(member)).toMatchObject([{ status: "reversed", receivedVnd: 0n }]);
  await expect(unassign(operator, id, reason)).rejects.toThrow("is reversed, not credited");
  await expect(unassign(operator, await bankReports({ direction: "out" }), reason)).rejects.toThrow("not credited");
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: 0n });
  expect(await findBookErrors()).toEqual(noBookErrors);
});
