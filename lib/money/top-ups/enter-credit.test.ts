// @module-tag slow
import { expect, test } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { adjustCredit } from "@/lib/money/adjustments/adjust-credit";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { listTopUps } from "@/lib/money/top-ups/list";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { enterCredit } from "./entered";

const operator = await makeTerminalOperator();
const reason = "Hợp đồng 12/2026";

async function makePartner(creditMilli = 0n) {
  const member = await makeMember({ creditMilli });
  return { member, business: await getBusiness(member.businessId) };
}

const actsOn = async (businessId: string) =>
  (await db.platformAuditEvent.findMany({ where: { businessId }, orderBy: { id: "asc" } })).map(({ action }) => action);

const twentyTimes = async (act: () => Promise<unknown>) => {
  const tries = await Promise.allSettled(Array.from({ length: 20 }, act));
  return {
    done: tries.filter(({ status }) => status === "fulfilled").length,
    words: new Set(tries.flatMap((result) => (result.status === "rejected" ? [result.reason.message] : []))),
  };
};

test("a payment entered twenty times at once with one reference is credited once, and again for no other business", async () => {
  const [{ member, business }, other] = [await makePartner(), await makePartner()];
  const payment = { amountVnd: 6_000_000n, reference: newId("transfer").toUpperCase(), reason };
  const { done, words } = await twentyTimes(() => enterCredit(operator, business, payment));

  expect([done, words]).toEqual([1, new Set([`The reference ${payment.reference} was entered already.`])]);
  await expect(enterCredit(operator, other.business, payment)).rejects.toThrow("was entered already");
  expect((await walletOf(business.id)).available).toBe(6_000_000_000n);
  expect((await walletOf(other.business.id)).available).toBe(0n);
  expect((await listTopUps(member)).topUps).toMatchObject([
    { method: "operator", amountVnd: 6_000_000n, receivedVnd: 6_000_000n, status: "credited" },
  ]);
  expect(await actsOn(business.id)).toEqual(["credit.entered"]);
  expect((await listAudit(member)).entries).toMatchObject([{ action: "credit.entered", actorId: "operator" }]);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("an adjustment made twenty times at once changes the credit once, up and down, and its business is notified", async () => {
  const { member, business } = await makePartner(5_000_000n);
  const up = await twentyTimes(() => adjustCredit(operator, business, { amountVnd: 30_000n, reason }));
  const down = await twentyTimes(() => adjustCredit(operator, business, { amountVnd: -10_000n, reason }));

  expect([up.done, down.done]).toEqual([1, 1]);
  expect([...up.words, ...down.words].every((words) => words.includes("for this reason already"))).toBe(true);
  expect((await walletOf(business.id)).available).toBe(25_000_000n);
  await adjustCredit(operator, business, { amountVnd: -10_000n, reason: "Lần hai" });
  expect((await walletOf(business.id)).available).toBe(15_000_000n);
  const notices = await db.notice.findMany({ where: { userId: member.userId, kind: "creditAdjusted" } });
  expect(notices).toHaveLength(3);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("an adjustment takes no more than is available, also when two at once would", async () => {
  const { business } = await makePartner(15_000_000n);
  await expect(adjustCredit(operator, business, { amountVnd: -15_001n, reason })).rejects.toThrow("only 15000 VND");
  const tries = await Promise.allSettled(
    ["Một", "Hai"].map((reason) => adjustCredit(operator, business, { amountVnd: -10_000n, reason })),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await walletOf(business.id)).available).toBe(5_000_000n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a reversal made twenty times at once takes what is left and suspends for the rest, which an adjustment can settle", async () => {
  const { business } = await makePartner();
  const id = await bankReports();
  await assignUnclaimed(operator, id, business, reason);
  await adjustCredit(operator, business, { amountVnd: -170_000n, reason });
  const { done, words } = await twentyTimes(() => reverseTransfer(operator, id, reason));

  expect([done, words]).toEqual([1, new Set([`The bank transfer ${id} is reversed already.`])]);
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: -170_000_000n });
  expect(await db.business.findUnique({ where: { id: business.id } })).toMatchObject({ suspendedFor: "receivable" });

  await adjustCredit(operator, business, { amountVnd: 171_000n, reason });
  expect(await walletOf(business.id)).toEqual({ available: 1_000_000n, receivable: 0n });
  expect(await db.business.findUnique({ where: { id: business.id } })).toMatchObject({ suspendedAt: null });
  expect(await actsOn(business.id)).toEqual([
    "transfer.assigned",
    "credit.adjusted",
    "transfer.reversed",
    "credit.adjusted",
  ]);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a transfer is assigned once, of twenty tries; outgoing, unknown ones and archived businesses are rejected", async () => {
  const { business } = await makePartner();
  const id = await bankReports();
  const { done, words } = await twentyTimes(() => assignUnclaimed(operator, id, business, reason));
  expect([done, words]).toEqual([1, new Set([`The bank transfer ${id} is credited already.`])]);
  expect((await walletOf(business.id)).available).toBe(200_000_000n);

  const outgoing = await bankReports({ direction: "out" });
  await expect(assignUnclaimed(operator, outgoing, business, reason)).rejects.toThrow("is outgoing");
  await expect(reverseTransfer(operator, outgoing, reason)).rejects.toThrow("is outgoing");
  await expect(reverseTransfer(operator, newId("bankTransfer"), reason)).rejects.toThrow("There is no bank transfer");

  await db.business.update({ where: { id: business.id }, data: { archivedAt: clock.now() } });
  const payment = { amountVnd: 1n, reference: newId("transfer"), reason };
  const further = await bankReports();
  const attempts = [
    () => assignUnclaimed(operator, further, business, reason),
    () => enterCredit(operator, business, payment),
    () => adjustCredit(operator, business, { amountVnd: 1n, reason }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow("archived");
  expect(await actsOn(business.id)).toEqual(["transfer.assigned"]);
  expect(await findBookErrors()).toEqual(noBookErrors);
});
