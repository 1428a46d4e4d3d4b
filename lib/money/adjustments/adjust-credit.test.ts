import { afterEach, expect, test } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { adjustCredit, grantPromotion } from "@/lib/money/adjustments/adjust-credit";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { listMovementDays, listMovements } from "@/lib/money/movements/list";
import { getRefundOffer } from "@/lib/money/refunds/request";
import { closeMonths } from "@/lib/money/statements/close";
import { exportCsv } from "@/lib/money/statements/export";
import { getStatement } from "@/lib/money/statements/read";
import { expireGrants, getFreeCredit } from "@/lib/money/wallet/grants";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, makeTopUp, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { chargeJob } from "@/testing/harness/charge-job";
import { done } from "@/testing/harness/done";
import { goTo } from "@/testing/harness/go-to";

afterEach(() => {
  clock.reset();
});

const operator = await makeTerminalOperator();
const reason = "Khuyến mãi tháng 11";

async function makePartner() {
  const member = await makeMember();
  return { member, businessId: member.businessId, business: await getBusiness(member.businessId) };
}

/** A payment by bank transfer. Returns the transfer's id. */
async function pay(businessId: string, amountVnd: bigint): Promise<string> {
  const { code } = await makeTopUp(businessId, amountVnd);
  return bankReports({ memo: code, amountVnd });
}

test("a promotion that is given twenty times at once is given once, and its business reads why and until when", async () => {
  const { member, businessId, business } = await makePartner();
  const expiresAt = new Date(clock.now().getTime() + days(30));
  const give = () => grantPromotion(operator, business, { amountVnd: 30_000n, expiresAt, reason });
  const tries = await Promise.allSettled(Array.from({ length: 20 }, give));

  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await getFreeCredit(member)).toMatchObject({
    freeMilli: 30_000_000n,
    grants: [{ kind: "promotion", reason, amountMilli: 30_000_000n, remainingMilli: 30_000_000n, expiresAt }],
  });
  expect((await listAudit(member)).entries).toMatchObject([{ action: "credit.granted", actorId: "operator" }]);
  expect(await db.notice.count({ where: { userId: member.userId, kind: "creditGranted" } })).toBe(1);
  expect((await db.platformAuditEvent.findMany({ where: { businessId } })).map(({ action }) => action)).toEqual([
    "credit.granted",
  ]);
  const past = { amountVnd: 1n, expiresAt: clock.now(), reason };
  await expect(grantPromotion(operator, business, past)).rejects.toThrow("expired already");
  await expect(grantPromotion(operator, business, { ...past, amountVnd: 0n })).rejects.toThrow("above zero");
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("free credit is neither refunded nor taken for a payment that the bank reversed, and a correction downwards takes it first", async () => {
  const { member, businessId, business } = await makePartner();
  const transferId = await pay(businessId, 100_000n);
  await chargeJob(businessId, 60_000_000n);
  await grantPromotion(operator, business, { amountVnd: 50_000n, expiresAt: null, reason });
  expect((await getRefundOffer(member)).refundableMilli).toBe(40_000_000n);

  await adjustCredit(operator, business, { amountVnd: -10_000n, reason });
  expect(await getFreeCredit(member)).toMatchObject({ freeMilli: 40_000_000n });
  await adjustCredit(operator, business, { amountVnd: 5_000n, reason });
  expect((await getRefundOffer(member)).refundableMilli).toBe(40_000_000n);

  expect(await done(reverseTransfer(operator, transferId, reason))).toBe(60_000_000n);
  expect(await walletOf(businessId)).toMatchObject({ available: 45_000_000n, receivable: -60_000_000n });
  expect((await getFreeCredit(member)).freeMilli).toBe(45_000_000n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("an adjustment that settles a debt is no free credit, and what is paid and used afterwards is paid usage", async () => {
  goTo("2025-11-05T03:00:00Z");
  const { member, businessId, business } = await makePartner();
  const transferId = await pay(businessId, 100_000n);
  const use = async () => {
    clock.advance(1000);
    await chargeJob(businessId, 100_000_000n);
    clock.advance(1000);
  };
  await use();
  expect(await done(reverseTransfer(operator, transferId, reason))).toBe(100_000_000n);
  await adjustCredit(operator, business, { amountVnd: 100_000n, reason });
  expect(await getStatement(member, "2025-11")).toMatchObject({ closingMilli: 0n, freeMilli: 0n });

  await pay(businessId, 100_000n);
  await use();
  goTo("2025-12-05T03:00:00Z");
  await closeMonths();
  const { paidUsageMilli } = await db.statement.findFirstOrThrow({ where: { businessId, month: "2025-11" } });
  expect(paidUsageMilli).toBe(200_000_000n);
});

test("movements, statement and its files show free credit apart, and a month's paid usage is without it", async () => {
  goTo("2025-11-05T03:00:00Z");
  const { member, businessId, business } = await makePartner();
  await grantPromotion(operator, business, { amountVnd: 50_000n, expiresAt: new Date("2025-11-20T03:00:00Z"), reason });
  await pay(businessId, 200_000n);
  await chargeJob(businessId, 30_000_000n);
  goTo("2025-11-21T03:00:00Z");
  await expireGrants();
  await chargeJob(businessId, 40_000_000n);
  await grantPromotion(operator, business, { amountVnd: 10_000n, expiresAt: null, reason });

  const { groups } = await listMovementDays(member, { from: "2025-11-01", to: "2025-11-30" });
  const of = (kind: string) =>
    groups.filter((group) => group.kind === kind).map(({ milli, freeMilli }) => [milli, freeMilli]);
  expect(of("expiry")).toEqual([[-20_000_000n, 0n]]);
  expect(of("charge")).toEqual([
    [-40_000_000n, 0n],
    [-30_000_000n, 30_000_000n],
  ]);
  const { movements } = await listMovements(member, { kind: "expiry", from: "2025-11-01", to: "2025-11-30" });
  expect(movements.map(({ milli }) => milli)).toEqual([-20_000_000n]);
  expect((await getStatement(member, "2025-11")).freeMilli).toBe(10_000_000n);

  goTo("2025-12-05T03:00:00Z");
  await chargeJob(businessId, 4_000_000n);
  expect((await getStatement(member, "2025-12")).freeMilli).toBeNull();
  await closeMonths();
  const november = await getStatement(member, "2025-11");
  expect([november.closed !== null, november.freeMilli]).toEqual([true, 10_000_000n]);
  expect((await getStatement(member, "2025-12")).freeMilli).toBe(6_000_000n);
  const { paidUsageMilli } = await db.statement.findFirstOrThrow({ where: { businessId, month: "2025-11" } });
  expect(paidUsageMilli).toBe(40_000_000n);

  let csv = "";
  for await (const piece of exportCsv({ locale: "en", statement: november })) csv += piece;
  const rows = csv.split("\r\n").map((line) => line.split(","));
  const head = rows.find((row) => row.includes("Money out (₫)")) ?? [];
  const free = head.indexOf("From free credit (₫)");
  const usage = rows.filter((row) => row[head.indexOf("Kind")] === "Usage");
  expect(usage.map((row) => [row[free - 1], row[free]])).toEqual([
    ["30000", "30000"],
    ["40000", ""],
  ]);
  const [outsider] = [await makeMember()];
  await expect(getStatement(outsider, "2025-11")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
