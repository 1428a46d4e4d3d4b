// @module-tag promise
import { expect, test } from "vitest";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness } from "@/prisma/factories";
import { makeReport, makeTopUp, recordReport as record, walletOf } from "@/testing/harness/bank-books";
import { trials } from "@/testing/harness/deep";
import { assignTransfer } from "./assign";
import { OtherContent } from "./find-same";
import type { BankReport, ReportSource } from "./report";

const reasonOf = async (id: string) => (await db.bankTransfer.findUniqueOrThrow({ where: { id } })).reason;

const reported = trials(undefined, 200, 1000);

test(`${reported} reports of one transfer by four sources, forty at a time, credit it once`, async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const same = makeReport({ memo: code });
  const sources: ReportSource[] = ["sepay", "sepay_list", "casso", "payos"];
  const reports = Array.from({ length: reported }, (_, index) => {
    const source = sources[index % 4] as ReportSource;
    return { ...same, source, sourceId: `${source}-${same.sourceId}` };
  });
  const results = [];
  for (let start = 0; start < reports.length; start += 40)
    results.push(...(await Promise.all(reports.slice(start, start + 40).map(record))));

  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
  expect(await db.bankReport.count({ where: { transferId: results[0]?.transferId } })).toBe(4);
}, 120_000);

test("a transfer without a bank's reference is joined with what another source reports of the same second", async () => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code, reference: "" });
  const first = await record(paid);
  const listed = await record({ ...paid, source: "sepay_list" });
  expect(listed).toEqual({ transferId: first.transferId, isNew: false, status: "credited" });
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});

test.each([
  ["a backslash", String.raw`FT26\BNK`],
  ["an underscore", "FT26_00042"],
  ["a percent sign", "FT26%00042"],
])("a transfer whose reference has %s is credited once, however many sources report it", async (_, reference) => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id, 5_000_000n);
  const paid = makeReport({ memo: code, amountVnd: 5_000_000n, reference });
  const first = await record(paid);
  const second = await record({ ...paid, source: "sepay_list", sourceId: `list-${paid.sourceId}` });
  expect(second).toEqual({ transferId: first.transferId, isNew: false, status: "credited" });
  expect((await walletOf(business.id)).available).toBe(5_000_000_000n);
});

test.each([
  ["_", "FT99_0001", "FT99A0001"],
  ["%", "FT98%", "FT98|anything"],
])("a reference with %s is not that of another payer's transfer", async (_, mine, theirs) => {
  const [one, other] = [await makeBusiness(), await makeBusiness()];
  await record(makeReport({ memo: (await makeTopUp(one.id)).code, reference: theirs }));
  const { code } = await makeTopUp(other.id);
  const second = await record(makeReport({ memo: code, reference: mine, source: "casso" }));
  expect(second).toMatchObject({ isNew: true, status: "credited" });
  expect((await walletOf(other.id)).available).toBe(200_000_000n);
});

/** The same transfer as SePay's list reports it, later, with another reference. */
const listedAs = (report: BankReport, reference: string, minutesLater: number): BankReport => ({
  ...report,
  source: "sepay_list",
  sourceId: `list-${report.sourceId}`,
  reference,
  occurredAt: new Date(report.occurredAt.getTime() + minutes(minutesLater)),
});

test.each([
  ["MBVCB.3278907687", "3278907687", 0],
  ["3278907687", "mbvcb.3278907687", 10],
  ["FT26326000123", "CK FT26326000123 GD", -10],
])("a transfer reported as %s and as %s is credited once", async (reference, again, minutesLater) => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code, reference: `${reference}` });
  const first = await record(paid);
  const second = await record(listedAs(paid, again, minutesLater));
  expect(second).toEqual({ transferId: first.transferId, isNew: false, status: "credited" });
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});

test.each([
  ["another reference", "FT1111111", "FT2222222"],
  ["a reference of which it contains too little", "MBVCB.3278901", "3278901"],
  ["no reference", "MBVCB.3278902", ""],
])("a transfer that another source reports with %s waits for an operator", async (_, reference, again) => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code, reference });
  await record(paid);
  const second = await record(listedAs(paid, again, 9));
  expect(second).toMatchObject({ isNew: true, status: "unmatched" });
  expect(await reasonOf(second.transferId)).toBe("repeated_reference");
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});

test("what another source booked eleven minutes later, with another code or another amount, is another payment", async () => {
  const business = await makeBusiness();
  const [code, otherCode] = [(await makeTopUp(business.id)).code, (await makeTopUp(business.id)).code];
  const paid = makeReport({ memo: code, occurredAt: new Date(clock.now().getTime() - hours(1)) });
  await record(paid);
  const other = (more: Partial<BankReport>, minutesLater: number) => {
    const id = newId("transfer");
    return record({ ...listedAs(paid, id, minutesLater), sourceId: id, ...more });
  };
  expect((await other({}, 11)).status).toBe("credited");
  expect((await other({ memo: otherCode }, 1)).status).toBe("credited");
  expect((await other({ amountVnd: 200_001n }, 1)).status).toBe("credited");
  expect((await walletOf(business.id)).available).toBe(800_001_000n);
});

test("two payments of one source with references of their own are both credited, and joined with their other reports", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const [one, two] = [makeReport({ memo: code }), makeReport({ memo: code })];
  const recorded = [await record(one), await record(two)];
  const listed = [await record(listedAs(two, two.reference, 0)), await record(listedAs(one, one.reference, 0))];
  expect(listed.map(({ transferId }) => transferId)).toEqual(recorded.map(({ transferId }) => transferId).reverse());
  expect((await walletOf(business.id)).available).toBe(400_000_000n);
});

test("twenty pairs of reports that spell one transfer's reference in two ways, at the same time, credit it once", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const paid = Array.from({ length: 20 }, (_, index) =>
    makeReport({ memo: code, reference: `MBVCB.32789${10_000 + index}` }),
  );
  await Promise.all(paid.flatMap((report) => [record(report), record(listedAs(report, report.reference.slice(6), 1))]));
  const rows = await db.bankTransfer.findMany({ where: { businessId: business.id }, include: { reports: true } });
  expect((await walletOf(business.id)).available).toBe(BigInt(rows.length) * 200_000_000n);
  expect(rows.length).toBeLessThanOrEqual(20);
  const all = await db.bankReport.count({
    where: { sourceId: { in: paid.flatMap(({ sourceId }) => [sourceId, `list-${sourceId}`]) } },
  });
  expect(all).toBe(40);
});

test.each([
  ["the same second", 0],
  ["nine minutes later", 9],
])("a repeat without a reference waits, also of the same source: %s", async (_, minutesLater) => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code, reference: "" });
  await record(paid);
  const again = await record({ ...listedAs(paid, "", minutesLater), source: "sepay", sourceId: `${paid.sourceId}-b` });
  expect(again).toMatchObject({ isNew: true, status: "unmatched" });
  expect(await reasonOf(again.transferId)).toBe("repeated_reference");
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});

test.each<[string, Partial<BankReport>]>([
  ["amount", { amountVnd: 300_000n }],
  ["account", { accountNumber: "999" }],
  ["reference", { reference: "OTHER" }],
  ["time", { occurredAt: new Date("2026-01-01T00:00:00Z") }],
  ["code", { memo: "another memo" }],
])("a report with the id of another and another %s is not recorded", async (_, changed) => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code });
  await record(paid);
  expect((await record(paid)).isNew).toBe(false);
  await expect(record({ ...paid, ...changed })).rejects.toBeInstanceOf(OtherContent);
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});

test.each([
  ["another reference", 211_001n, "FT2222231", 5, true],
  ["no reference", 211_002n, "", 0, true],
  ["another reference, while the first one waits", 211_003n, "FT2222232", -9, false],
])(
  "beside a report without a code, what another source reports with a code and %s waits",
  async (_, amountVnd, again, minutesLater, isAssigned) => {
    const business = await makeBusiness();
    const { code } = await makeTopUp(business.id, amountVnd);
    const paid = makeReport({ amountVnd });
    const first = await record(paid);
    expect(await reasonOf(first.transferId)).toBe("no_code");
    if (isAssigned) await db.$transaction((tx) => assignTransfer(tx, first.transferId, business.id));
    const second = await record({ ...listedAs(paid, again, minutesLater), memo: `CT DEN ${code}` });
    const { reason, resemblesId } = await db.bankTransfer.findUniqueOrThrow({ where: { id: second.transferId } });
    expect([second.status, reason, resemblesId]).toEqual(["unmatched", "repeated_reference", first.transferId]);
    expect((await walletOf(business.id)).available).toBe(isAssigned ? amountVnd * 1000n : 0n);
  },
);

test("a payment with a code is credited beside another of one source, or of more than ten minutes before, without a code", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id, 212_000n);
  const uncoded = makeReport({ amountVnd: 212_000n });
  await record(uncoded);
  const sameSource = makeReport({ amountVnd: 212_000n, memo: code, occurredAt: uncoded.occurredAt });
  expect((await record(sameSource)).status).toBe("credited");
  const later = listedAs(
    makeReport({ amountVnd: 212_000n, memo: code, occurredAt: uncoded.occurredAt }),
    "FT2222233",
    11,
  );
  expect((await record({ ...later, occurredAt: new Date(+uncoded.occurredAt - minutes(11)) })).status).toBe("credited");
});

test("a second transfer with the reference and amount of a credited one waits, and is not credited", async () => {
  const business = await makeBusiness();
  const first = makeReport({ memo: (await makeTopUp(business.id)).code });
  await record(first);
  const second = await record({ ...first, sourceId: `${first.sourceId}-again` });
  expect(second).toMatchObject({ isNew: true, status: "unmatched" });
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});
