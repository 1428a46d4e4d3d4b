// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { payloadSchemas } from "@/lib/access/events/schema";
import type { Member } from "@/lib/access/principals/member";
import { adjustCredit, grantPromotion } from "@/lib/money/adjustments/adjust-credit";
import { rejectRefund } from "@/lib/money/refunds/decide";
import { requestRefund } from "@/lib/money/refunds/request";
import { creditPayment, operatorMethod } from "@/lib/money/top-ups/credit";
import { holdCredit } from "@/lib/money/wallet/holds";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { composeMail } from "@/lib/platform/mail/compose";
import { vietnamMonth } from "@/lib/platform/vietnam-time";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { asOwner } from "@/testing/harness/as-owner";
import { warnOfBudgets } from "./budget";
import { alertSchema, defaultAlert } from "./schema";
import { getAlert, setAlert } from "./service";
import { rearmAlert, warnOfLowCredit } from "./warn";

afterEach(() => clock.reset());

const noticesOf = ({ userId }: Member) => db.notice.count({ where: { userId, kind: "creditLow" } });

/** Moves credit out of a business, or into it as a payment. */
async function move({ businessId }: Member, vnd: bigint) {
  const id = newId("topUp");
  const debit = { businessId, kind: "available" } as const;
  const taken = { debit, credit: "adjustment", amountMilli: -vnd * 1000n, kind: "adjustment", reference: id } as const;
  await db.$transaction(async (tx) => {
    if (vnd < 0n) await postTransfer(tx, taken);
    else await creditPayment(tx, operatorMethod, { id, businessId, topUpId: null, amountVnd: vnd });
  });
}

const group = { keyId: "key_any", service: "tts", modelId: "any", region: "VN" } as const;

/** A day on which the business used the service without cost, long ago. */
const use = ({ businessId }: Member) =>
  db.usageDay.create({
    data: {
      ...group,
      businessId,
      day: new Date("2026-01-01"),
      ...{ successes: 1, failures: 0, units: 1n, audioMs: 1n, latency: [], amountMilli: 0n },
    },
  });

test("a business is warned once when its credit falls below its amount, and again only after a payment above it", async () => {
  const member = await makeMember({ role: "billing", creditMilli: 100_000_000n });
  const other = await makeMember({ creditMilli: 1000n });
  const types = ["credit.low", "topup.credited"] as const;
  await makeEndpoint(member, { eventTypes: types });
  await setAlert(member, { monthlyCapVnd: null, belowVnd: 50_000, belowDays: null });
  await use(member);
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(0);

  await move(member, -60_000n);
  await Promise.all([warnOfLowCredit(), warnOfLowCredit(), warnOfLowCredit()]);
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(1);

  await move(member, 5000n);
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(1);
  await move(member, 20_000n);
  await warnOfLowCredit();
  await move(member, -30_000n);
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(2);
  expect(await noticesOf(other)).toBe(0);

  const events = await db.event.findMany({ where: { businessId: member.businessId }, orderBy: { id: "asc" } });
  expect(events.map(({ type }) => type)).toEqual(["credit.low", "topup.credited", "topup.credited", "credit.low"]);
  for (const { type, payload } of events) {
    const schema = payloadSchemas[type as "credit.low" | "topup.credited"];
    expect(schema.strict().parse(payload)).toEqual(payload);
  }
  expect(events[0]?.payload).toEqual({ availableVnd: "40000", daysLeft: null, reason: "amount" });
  expect(events[1]?.payload).toMatchObject({ amountVnd: "5000", availableVnd: "45000" });
});

test("free credit, goodwill and a rejected refund above the amount let a business be warned again", async () => {
  const operator = await makeTerminalOperator();
  const member = await makeMember({ role: "owner", creditMilli: 100_000_000n });
  const business = await getBusiness(member.businessId);
  await setAlert(member, { monthlyCapVnd: null, belowVnd: 50_000, belowDays: null });
  await use(member);
  const warned = async () => {
    await warnOfLowCredit();
    return noticesOf(member);
  };
  await move(member, -90_000n);
  expect(await warned()).toBe(1);

  await grantPromotion(operator, business, { amountVnd: 60_000n, expiresAt: null, reason: "Mừng năm mới" });
  expect(await warned()).toBe(1);
  await move(member, -60_000n);
  expect(await warned()).toBe(2);

  await adjustCredit(operator, business, { amountVnd: 60_000n, reason: "Bù lỗi dịch vụ" });
  await move(member, -60_000n);
  expect(await warned()).toBe(3);

  await move(member, 60_000n);
  const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };
  const refund = await requestRefund(member, payee);
  expect(await warned()).toBe(4);
  await rejectRefund(operator, refund, "Khách dùng tiếp");
  await move(member, -60_000n);
  expect(await warned()).toBe(5);
});

test("a business that has set nothing is warned below 20,000 ₫ and once more when its credit is used up", async () => {
  const [member, unused] = [await makeMember({ creditMilli: 50_000_000n }), await makeMember({ creditMilli: 0n })];
  await use(member);
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(0);
  await move(member, -31_000n);
  await Promise.all([warnOfLowCredit(), warnOfLowCredit()]);
  expect(await noticesOf(member)).toBe(1);

  await move(member, -18_500n);
  await Promise.all([warnOfLowCredit(), warnOfLowCredit()]);
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(2);
  const values = { name: "Minh", business: "Sách nói", balance: "500 ₫", days: -1, state: "usedUp", link: "" };
  expect(composeMail("vi", "creditLow", values).text).toContain("(đã hết số dư)");
  expect(await noticesOf(unused)).toBe(0);

  await db.$transaction((tx) => rearmAlert(tx, member.businessId, 1_500_000n));
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(3);
});

test("a business that has set nothing is warned once when less than seven days are left", async () => {
  const member = await makeMember({ creditMilli: 60_000_000n });
  const { businessId } = member;
  const today = new Date(clock.now().getTime() + 7 * 3_600_000);
  today.setUTCHours(0, 0, 0, 0);
  const sums = { successes: 1, failures: 0, units: 1n, audioMs: 1n, latency: [], amountMilli: 10_000_000n };
  const days = [1, 2, 3].map((ago) => ({ ...group, businessId, ...sums, day: new Date(+today - ago * 86_400_000) }));
  await db.usageDay.createMany({ data: days.slice(0, 2) });
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(0);
  await db.usageDay.createMany({ data: days.slice(2) });
  await warnOfLowCredit();
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(1);

  await move(member, 40_000n);
  await move(member, -50_000n);
  await warnOfLowCredit();
  expect(await noticesOf(member)).toBe(2);
});

test("members are warned once of 50, 80 and 100 % of their monthly cap, and again after it changed", async () => {
  const caller = await makeCaller({ creditMilli: 100_000_000n });
  const { businessId } = caller;
  const member = await makeMember({ role: "billing", businessId });
  const owner = await makeMember({ businessId });
  await makeEndpoint(owner, { eventTypes: ["budget.reached"] });
  await setAlert(owner, { ...defaultAlert, monthlyCapVnd: 10_000 });
  const spend = (vnd: bigint) =>
    holdCredit({ businessId, keyId: caller.keyId, trackingId: newId("tts"), amountMilli: vnd * 1000n });
  const warnings = async () => {
    await Promise.all([warnOfBudgets(), warnOfBudgets()]);
    return db.notice.count({ where: { userId: member.userId, kind: "budgetReached" } });
  };
  await spend(4999n);
  expect(await warnings()).toBe(0);
  await spend(1n);
  expect([await warnings(), await warnings()]).toEqual([1, 1]);
  await spend(3500n);
  expect(await warnings()).toBe(2);
  await expect(spend(1501n)).rejects.toMatchObject({ code: "SPEND_CAP_REACHED", details: { values: { cap: 10_000 } } });
  expect(await warnings()).toBe(3);
  await setAlert(owner, { ...defaultAlert, monthlyCapVnd: 12_000 });
  await spend(1501n);
  expect(await warnings()).toBe(4);

  const events = await db.event.findMany({ where: { businessId, type: "budget.reached" }, orderBy: { id: "asc" } });
  expect(events.map(({ payload }) => (payload as { percent: number }).percent)).toEqual([50, 80, 100, 80]);
  for (const { payload } of events) expect(payloadSchemas["budget.reached"].strict().parse(payload)).toEqual(payload);
});

test("raising or removing the monthly cap needs a recent proof; setting a first or lower one does not", async () => {
  const owner = await makeMember();
  const stale = { ...owner, freshAt: new Date(0) } as typeof owner;
  const set = (by: typeof owner, monthlyCapVnd: number | null) => setAlert(by, { ...defaultAlert, monthlyCapVnd });
  await set(stale, 20_000);
  await set(stale, 10_000);
  await expect(set(stale, 10_001)).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
  await expect(set(stale, null)).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
  await set(owner, null);
});

test("those who read billing get a receipt of a payment, and no one else does", async () => {
  const member = await makeMember({ role: "billing", creditMilli: 0n });
  const { businessId } = member;
  const [viewer, developer, other] = [
    await makeMember({ role: "viewer", businessId }),
    await makeMember({ role: "developer", businessId }),
    await makeMember(),
  ];
  await move(member, 200_000n);
  const receipts = ({ userId }: Member) => db.notice.findMany({ where: { userId, kind: "topUpCredited" } });
  expect(await receipts(member)).toMatchObject([{ path: `/console/${member.businessSlug}/billing` }]);
  for (const one of [viewer, developer, other]) expect(await receipts(one)).toEqual([]);
});

test("settings are read and changed only in the member's own business, with billing:write", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  await setAlert(member, { monthlyCapVnd: 2_000_000, belowVnd: 300_000, belowDays: 3 });
  expect(await getAlert(member)).toEqual({ monthlyCapVnd: 2_000_000, belowVnd: 300_000, belowDays: 3 });
  expect(await getAlert(other)).toEqual({ monthlyCapVnd: null, belowVnd: 20_000, belowDays: 7 });
  const viewer = await makeMember({ role: "viewer", businessId: member.businessId });
  await expect(getAlert(viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(setAlert(viewer, { ...defaultAlert, belowDays: null })).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test.each([
  [
    { belowVnd: "1.000.000 ₫", belowDays: "14" },
    { monthlyCapVnd: null, belowVnd: 1_000_000, belowDays: 14 },
  ],
  [
    { belowVnd: "", belowDays: " " },
    { monthlyCapVnd: null, belowVnd: null, belowDays: null },
  ],
])("the form %o means %o", (typed, meant) => expect(alertSchema.parse(typed)).toEqual(meant));

test.each([
  ["belowVnd", "0", "billing.amountInvalid"],
  ["belowVnd", "-5", "billing.amountInvalid"],
  ["belowDays", "0", "creditAlerts.daysInvalid"],
  ["belowDays", "366", "creditAlerts.daysInvalid"],
])("%s cannot be %j", (field, value, message) => {
  const { error } = alertSchema.safeParse({ belowVnd: "", belowDays: "", [field]: value });
  expect(error?.issues[0]).toMatchObject({ path: [field], message });
});

test("a warning that cannot be written does not stop those of other businesses, of credit and of caps", async () => {
  const members = [await makeMember(), await makeMember(), await makeMember()];
  for (const member of members) {
    await use(member);
    const { keyId } = await makeCaller({ businessId: member.businessId });
    await db.keySpend.create({ data: { keyId, month: vietnamMonth(clock.now()), amountMilli: 900_000n } });
    await setAlert(member, { monthlyCapVnd: 500, belowVnd: 50_000, belowDays: null });
  }
  const rejecting = `ALTER TABLE notices ADD CONSTRAINT test_broken CHECK (business_id <> '${members[1]?.businessId}') NOT VALID`;
  await asOwner((client) => client.query(rejecting));
  await warnOfLowCredit();
  await warnOfBudgets();
  const kinds = (member: Member) => db.notice.count({ where: { businessId: member.businessId } });
  expect(await Promise.all(members.map(kinds))).toEqual([2, 0, 2]);
  await asOwner((client) => client.query("ALTER TABLE notices DROP CONSTRAINT test_broken"));
  await warnOfLowCredit();
  await warnOfBudgets();
  expect(await Promise.all(members.map(kinds))).toEqual([2, 2, 2]);
});
