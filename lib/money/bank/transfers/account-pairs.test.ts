// @module-tag promise
// @module-tag slow
import { afterEach, expect, test } from "vitest";
import { OtherContent } from "@/lib/money/bank/transfers/find-same";
import { findTransfer } from "@/lib/operator/transfers/transfers";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import {
  findBookErrors,
  makeReport,
  makeTopUp,
  noBookErrors,
  recordReport as record,
  walletOf,
} from "@/testing/harness/bank-books";
import { assignUnclaimed, unassign } from "./assign";
import type { BankReport, ReportSource } from "./report";
import { reverseTransfer } from "./reverse";
import { voidTransfer } from "./undo";

const [main, virtual, secondVirtual, other] = ["1900123456", "VQRQ0001", "VQRQ0002", "0700999888"];
Object.assign(process.env, {
  BANK_ACCOUNTS: `970407:${main}:CONG TY VANG;970407:${other}:CONG TY VANG`,
  BANK_VIRTUAL_ACCOUNTS: `${main}=${virtual}, ${main}=${secondVirtual}`,
});
afterEach(() => clock.reset());

const sources: ReportSource[] = ["sepay", "sepay_list", "casso", "payos"];
const reason = "looked up at the bank";
const operatorOf = () => makeStaff("finance");

const stored = (id: string) => db.bankTransfer.findUniqueOrThrow({ where: { id } });
const creditOf = async (businessId: string) => (await walletOf(businessId)).available / 1000n;

async function ordered(accountNumber: string = main) {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  return { business, code, paid: makeReport({ memo: code, accountNumber }) };
}

/** The same payment as it is reported under another account, with an id of its own. */
const under = (accountNumber: string, report: BankReport, more: Partial<BankReport> = {}): BankReport => ({
  ...report,
  accountNumber,
  sourceId: newId("transfer"),
  ...more,
});

const pairs = sources.flatMap((one, at) =>
  [one, sources[(at + 1) % 4] as ReportSource].map((another) => [one, another] as const),
);

test.each(pairs)(
  "a payment that %s reports under an account and %s under its virtual one is credited once",
  async (one, another) => {
    for (const [first, second] of [
      [main, virtual],
      [virtual, main],
    ] as const) {
      const { business, paid } = await ordered(first);
      const recorded = await record({ ...paid, source: one });
      const again = await record(
        under(second, paid, { source: another, occurredAt: new Date(+paid.occurredAt + minutes(10)) }),
      );
      expect(again).toEqual({ transferId: recorded.transferId, isNew: false, status: "credited" });
      expect(await creditOf(business.id)).toBe(200_000n);
    }
  },
);

test("a reference that two sources write differently, or one of them not at all, at times more than ten minutes apart, waits for a person", async () => {
  const ways = [
    [main, (reference: string) => reference.toLowerCase()],
    [main, (reference: string) => reference.slice(0, 20)],
    [virtual, (reference: string) => reference.slice(0, 20)],
    [other, (reference: string) => reference.toLowerCase()],
    [main, () => ""],
    [virtual, () => ""],
    [other, () => ""],
  ] as const;
  for (const [accountNumber, write] of ways) {
    const { business, paid } = await ordered();
    const reference = newId("transfer").toUpperCase();
    await record({ ...paid, reference, source: "sepay" });
    const before = (count: number) => new Date(+paid.occurredAt - minutes(count));
    const written = { source: "casso", reference: write(reference), occurredAt: before(11) } as const;
    const again = await record(under(accountNumber, paid, written));
    expect(again).toMatchObject({ isNew: true, status: "unmatched" });
    const second = { source: "casso", occurredAt: before(40), reference: newId("transfer") } as const;
    expect(await record(under(accountNumber, paid, second))).toMatchObject({ isNew: true, status: "credited" });
    expect(await creditOf(business.id)).toBe(400_000n);
  }
});

test("four sources report a payment under both numbers, all at once, and credit it once", async () => {
  const { business, paid } = await ordered();
  const reports = [main, virtual].flatMap((number) => sources.map((source) => under(number, paid, { source })));
  const results = await Promise.all([...reports, ...reports].map(record));
  expect(new Set(results.map(({ transferId }) => transferId)).size).toBe(1);
  expect(await db.bankReport.count({ where: { transferId: results[0]?.transferId } })).toBe(8);
  expect(await creditOf(business.id)).toBe(200_000n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a provider that gives both reports one id is understood, and another account's report with that id is not", async () => {
  const { business, paid } = await ordered();
  const first = await record({ ...paid, source: "payos" });
  const again = await record({ ...paid, source: "payos", accountNumber: virtual });
  expect(again).toMatchObject({ transferId: first.transferId, isNew: false });
  await expect(record({ ...paid, source: "payos", accountNumber: other })).rejects.toBeInstanceOf(OtherContent);
  expect(await creditOf(business.id)).toBe(200_000n);
});

test("two payments to an account and its virtual one with references of their own are both credited", async () => {
  const { business, code, paid } = await ordered();
  const second = makeReport({ memo: code, accountNumber: virtual });
  const recorded = [await record(paid), await record(second)];
  expect(recorded.map(({ status }) => status)).toEqual(["credited", "credited"]);
  expect(await creditOf(business.id)).toBe(400_000n);
  // Each is joined with its own other reports.
  const again = [await record(under(virtual, paid)), await record(under(main, second, { source: "casso" }))];
  expect(again.map(({ transferId }) => transferId)).toEqual(recorded.map(({ transferId }) => transferId));
  expect(await creditOf(business.id)).toBe(400_000n);
});

const bookedAt = new Date(+clock.now() - minutes(30));

test.each<[string, Partial<BankReport>]>([
  ["eleven minutes later", { occurredAt: new Date(+bookedAt + minutes(11)) }],
  ["without a code", { memo: "chuyen tien" }],
  ["without a reference", { reference: "" }],
  ["by another source with another reference", { reference: "FT0000", source: "casso" }],
])("what a virtual account reports %s is not certainly the payment, and waits", async (_, changed) => {
  const { business, paid } = await ordered();
  const first = await record({ ...paid, occurredAt: bookedAt });
  const again = await record(under(virtual, { ...paid, occurredAt: bookedAt }, changed));
  expect(again).toMatchObject({ isNew: true, status: "unmatched" });
  expect(await stored(again.transferId)).toMatchObject({ reason: "repeated_reference", resemblesId: first.transferId });
  expect(await creditOf(business.id)).toBe(200_000n);
});

test.each(pairs)(
  "an equal payment that %s and %s report under two accounts waits, with what it resembles",
  async (one, another) => {
    const { business, paid } = await ordered();
    const first = await record({ ...paid, source: one });
    const again = await record(under(other, paid, { source: another }));
    expect(again).toMatchObject({ isNew: true, status: "unmatched" });
    expect(await stored(again.transferId)).toMatchObject({
      reason: "repeated_reference",
      resemblesId: first.transferId,
    });
    expect(await creditOf(business.id)).toBe(200_000n);
  },
);

test("two virtual accounts of one account are two accounts: an equal payment under both waits", async () => {
  const { business, paid } = await ordered(virtual);
  await record(paid);
  await record(under(main, paid));
  const again = await record(under(secondVirtual, paid));
  expect(again).toMatchObject({ isNew: true, status: "unmatched" });
  expect(await creditOf(business.id)).toBe(200_000n);
});

test("of eight equal payments that are reported under two undeclared accounts at once, each is credited once", async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => ordered()));
  await Promise.all(orders.flatMap(({ paid }) => [record(paid), record(under(other, paid, { source: "casso" }))]));
  for (const { business } of orders) expect(await creditOf(business.id)).toBe(200_000n);
});

test("payments to two accounts with other references, codes or amounts are all credited", async () => {
  const { business, code, paid } = await ordered();
  await record(paid);
  expect((await record(makeReport({ memo: code, accountNumber: other }))).status).toBe("credited");
  expect((await record(under(other, paid, { amountVnd: 200_001n }))).status).toBe("credited");
  const another = await ordered();
  expect((await record(under(other, paid, { memo: another.code }))).status).toBe("credited");
  expect(await creditOf(business.id)).toBe(600_001n);
});

test("a repeat under the other number moves nothing after its payment was assigned, reversed, taken back or removed", async () => {
  const operator = await operatorOf();
  const paid = makeReport({ accountNumber: main, reference: newId("transfer") });
  const { transferId: id } = await record(paid);
  const business = await makeBusiness();
  const repeat = async () => {
    const declared = await record(under(virtual, paid));
    expect(declared).toMatchObject({ transferId: id, isNew: false });
    const undeclared = await record(under(other, paid));
    expect(undeclared.status).toBe("unmatched");
    expect(await stored(undeclared.transferId)).toMatchObject({ resemblesId: id });
  };
  await repeat();
  await assignUnclaimed(operator, id, business, reason);
  await record(under(virtual, paid, { source: "casso" }));
  expect(await creditOf(business.id)).toBe(200_000n);
  await unassign(operator, id, reason);
  await record(under(virtual, paid, { source: "payos" }));
  expect(await creditOf(business.id)).toBe(0n);
  await reverseTransfer(operator, id, reason);
  await record(under(main, paid, { source: "casso" }));
  expect((await stored(id)).status).toBe("reversed");
  await voidTransfer(operator, id, reason);
  const late = await record(under(virtual, paid));
  expect(late).toMatchObject({ isNew: true, status: "unmatched" });
  expect(await stored(late.transferId)).toMatchObject({ reason: "repeated_reference" });
  expect(await creditOf(business.id)).toBe(0n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("what the bank takes back is found under the other number too, once for all its reports", async () => {
  const { business, paid } = await ordered();
  const { transferId } = await record(paid);
  const out = under(virtual, paid, { direction: "out", memo: "hoan tien" });
  expect((await record(out)).status).toBe("reversal");
  expect(await record(under(main, out))).toMatchObject({ isNew: false, status: "reversal" });
  expect((await stored(transferId)).status).toBe("reversed");
  expect(await creditOf(business.id)).toBe(0n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("the desk shows what a waiting payment resembles, and of a payment those that resemble it", async () => {
  const staff = await operatorOf();
  const { paid } = await ordered();
  const first = await record(paid);
  const again = await record(under(other, paid));
  expect((await findTransfer(staff, again.transferId)).alike).toMatchObject([
    { id: first.transferId, status: "credited" },
  ]);
  expect((await findTransfer(staff, first.transferId)).alike).toMatchObject([
    { id: again.transferId, status: "unmatched" },
  ]);
});
