// @module-tag promise
import { readXlsx } from "hucre/xlsx";
import { afterEach, expect, test, vi } from "vitest";
import { setInvoiceDetails } from "@/lib/billing/invoice-details/service";
import { listMovementDays, listMovements } from "@/lib/billing/movements/list";
import { batchQuery, groupsQuery, parametersOf } from "@/lib/billing/movements/scope";
import { newMemoCode } from "@/lib/billing/top-ups/memo-code";
import { readReport } from "@/lib/billing/usage/read-report";
import { usageAddressSchema } from "@/lib/billing/usage/schema";
import { clock } from "@/lib/clock";
import { db, sql } from "@/lib/db";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import type { Member } from "@/lib/principals/member";
import { holdCredit } from "@/lib/wallet/holds";
import { postTransfer } from "@/lib/wallet/post-transfer";
import { captureHolds, releaseHolds } from "@/lib/wallet/settle";
import { makeMember } from "@/prisma/factories";
import { asOwner } from "@/testing/harness/as-owner";
import { bankReports } from "@/testing/harness/bank-books";
import { plantBalance } from "@/testing/harness/plant-balance";
import { closeMonths } from "./close";
import { exportCsv, exportXlsx } from "./export";
import { hashStatement } from "./hash";
import { getStatement, listStatementGroups, listStatements, walkStatement } from "./read";
import type { StatementLine } from "./schema";

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

/** Moves our clock to a moment. */
const goTo = (moment: string) => {
  clock.reset();
  clock.advance(Date.parse(moment) - Date.now());
};

/** A job that was charged, or only held. */
async function charge(businessId: string, amountMilli: bigint, { capture = true } = {}): Promise<string> {
  const trackingId = newId("tts");
  await holdCredit({ businessId, trackingId, amountMilli });
  if (capture) await captureHolds(sql, [trackingId]);
  return trackingId;
}

async function linesOf(member: Member, month: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const batch of walkStatement(await getStatement(member, month))) lines.push(...batch);
  return lines;
}

const csvOf = async (member: Member, month: string) => {
  let text = "";
  for await (const piece of exportCsv({ locale: "vi", statement: await getStatement(member, month) })) text += piece;
  return text;
};

test("opening, lines and closing of each month add up to the thousandth, and no hold looks like spending", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_123n });
  const { businessId } = member;
  await charge(businessId, 7_201n);
  const open = await charge(businessId, 1_000_000n, { capture: false });
  goTo("2025-12-03T03:00:00Z");
  await charge(businessId, 5_100n);
  await releaseHolds([open]);

  const [november, december] = [await getStatement(member, "2025-11"), await getStatement(member, "2025-12")];
  expect([november.openingMilli, november.closingMilli]).toEqual([0n, 49_992_922n]);
  expect([december.openingMilli, december.closingMilli]).toEqual([49_992_922n, 49_987_822n]);
  expect((await linesOf(member, "2025-11")).map(({ milli }) => milli)).toEqual([50_000_123n, -7_201n]);
  const { openingMilli, closingMilli, groups } = await listMovementDays(member, {
    from: "2025-11-01",
    to: "2025-12-31",
  });
  expect(openingMilli + groups.reduce((sum, { milli }) => sum + milli, 0n)).toBe(closingMilli);
  expect(groups.map(({ balanceMilli }) => balanceMilli)).toEqual([49_987_822n, 49_992_922n, 50_000_123n]);
});

test("months end at midnight in Vietnam, also in leap years and at the end of the year", async () => {
  goTo("2028-02-29T16:59:55Z");
  const member = await makeMember({ creditMilli: 10_000_000n });
  await charge(member.businessId, 1_000n);
  goTo("2028-02-29T17:00:00Z");
  await charge(member.businessId, 2_000n);
  goTo("2028-12-31T16:59:55Z");
  await charge(member.businessId, 3_000n);
  goTo("2028-12-31T17:00:00Z");
  await charge(member.businessId, 4_000n);
  await closeMonths();
  const spent = async (month: string) =>
    (await getStatement(member, month)).totals.find(({ kind }) => kind === "charge");
  expect(await spent("2028-02")).toMatchObject({ lines: 1, milli: -1_000n });
  expect(await spent("2028-03")).toMatchObject({ lines: 1, milli: -2_000n });
  expect(await spent("2028-12")).toMatchObject({ lines: 1, milli: -3_000n });
  expect(await spent("2029-01")).toMatchObject({ lines: 1, milli: -4_000n });
});

test("a closed month never changes: later charges, details and names leave its lines, number and hash as they are", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  const details = {
    legalName: "Công ty TNHH Sách Nói Việt Nam",
    taxCode: "0314409058",
    address: "12 Nguyễn Huệ, Thành phố Hồ Chí Minh",
    email: "ke-toan@sach-noi.vn",
  };
  await setInvoiceDetails(member, details);
  await charge(member.businessId, 7_201n);
  goTo("2025-12-01T00:00:00Z");
  await Promise.all([closeMonths(), closeMonths()]);
  const [before, file] = [await getStatement(member, "2025-11"), await csvOf(member, "2025-11")];
  expect(before.closed).toMatchObject({ number: expect.stringMatching(/^2025-11-\d{6}$/), lines: 2 });
  expect(before.parties.buyer).toMatchObject({ legalName: details.legalName, taxCode: details.taxCode });

  await setInvoiceDetails(member, { ...details, legalName: "Tên khác" });
  goTo("2025-11-25T03:00:00Z");
  await charge(member.businessId, 9_000n);
  goTo("2026-01-02T00:00:00Z");
  await closeMonths();
  expect(await getStatement(member, "2025-11")).toEqual(before);
  expect(await csvOf(member, "2025-11")).toBe(file);
  async function* lines() {
    yield await linesOf(member, "2025-11");
  }
  const { number = "", hash } = before.closed ?? {};
  const { month, openingMilli, closingMilli, parties } = before;
  const head = { number, month, businessId: member.businessId, openingMilli, closingMilli, parties };
  expect(await hashStatement(head, lines())).toBe(hash);
  await expect(db.statement.updateMany({ data: { hash: "" } })).rejects.toThrow(/cannot be changed/);
  await expect(asOwner((client) => client.query("DELETE FROM statements"))).rejects.toThrow(/cannot be changed/);
});

test("a charge that arrives after its month was closed is on the next statement, which says so", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  goTo("2025-12-01T01:00:00Z");
  await closeMonths();
  // Recorded with a time of the closed month, as by a machine whose clock is slow.
  goTo("2025-11-30T16:00:00Z");
  await charge(member.businessId, 9_000n);
  goTo("2025-12-15T00:00:00Z");
  await charge(member.businessId, 1_000n);
  const expected = [
    [-9_000n, { month: "2025-11" }],
    [-1_000n, null],
  ];
  const seen = async () => (await linesOf(member, "2025-12")).map(({ milli, late }) => [milli, late]);
  expect(await seen()).toEqual(expected);
  goTo("2026-01-01T00:00:00Z");
  await closeMonths();
  expect(await seen()).toEqual(expected);
  expect((await getStatement(member, "2025-11")).closingMilli).toBe(50_000_000n);
  expect(await csvOf(member, "2025-12")).toContain("Thuộc tháng 11/2025");
  expect((await listStatementGroups(await getStatement(member, "2025-12"))).map(({ milli }) => milli)).toEqual([
    -9_000n,
    -1_000n,
  ]);
});

test("a month that is taken back and owed still adds up, and agrees with the bank", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 0n });
  const code = newMemoCode();
  await db.topUp.create({
    data: {
      id: newId("topUp"),
      businessId: member.businessId,
      method: "bank_transfer",
      amountVnd: 200_000n,
      code,
      createdAt: clock.now(),
    },
  });
  await bankReports({ memo: code, amountVnd: 200_000n, reference: "FT1" });
  await charge(member.businessId, 150_000_000n);
  await bankReports({ direction: "out", amountVnd: 200_000n, reference: "FT1" });
  const { closingMilli, totals } = await getStatement(member, "2025-11");
  expect(closingMilli).toBe(-150_000_000n);
  expect(totals.map(({ kind, milli }) => [kind, milli])).toEqual([
    ["charge", -150_000_000n],
    ["reversal", -200_000_000n],
    ["top_up", 200_000_000n],
  ]);
  expect((await linesOf(member, "2025-11")).map(({ bankReference }) => bankReference)).toContain("FT1");
});

test("no name, number or reference of others becomes a formula in the files of a month", async () => {
  goTo("2025-11-20T03:00:00Z");
  const formula = "=cmd()";
  const member = await makeMember({ name: formula, creditMilli: 50_000_000n });
  await setInvoiceDetails(member, {
    legalName: '=HYPERLINK("https://evil.example")',
    taxCode: "0314409058",
    address: "@SUM(A1)",
    email: "ke-toan@sach-noi.vn",
  });
  const entered = { amountVnd: 1000n, externalReference: formula, createdAt: clock.now() };
  const { id } = await db.topUp.create({
    data: { id: newId("topUp"), businessId: member.businessId, method: "operator", ...entered },
  });
  const credit = { businessId: member.businessId, kind: "available" } as const;
  const reference = `top_up:${id}:available`;
  await postTransfer(db, { debit: "adjustment", credit, amountMilli: 1_000_000n, kind: "top_up", reference });
  goTo("2025-12-01T01:00:00Z");
  await closeMonths();
  const cells = (await csvOf(member, "2025-11")).split(/\r\n|,/).map((cell) => cell.replace(/^\ufeff?"?/, ""));
  expect(cells.filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
  expect(cells).toContain(`'${formula}`);

  const statement = await getStatement(member, "2025-11");
  const file = await new Response(exportXlsx({ locale: "vi", statement })).arrayBuffer();
  const [sheet] = (await readXlsx(file)).sheets;
  expect(sheet?.rows.flat()).toEqual(
    expect.arrayContaining([formula, '=HYPERLINK("https://evil.example")', "@SUM(A1)"]),
  );
  const formulas = [...(sheet?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined);
  expect(formulas).toEqual([]);
});

test("a member of another business finds no month, line or movement of this one", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  const trackingId = await charge(member.businessId, 9_000n);
  goTo("2025-12-01T01:00:00Z");
  await closeMonths();
  const other = await makeMember();
  await expect(getStatement(other, "2025-11")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await listStatements(other)).every(({ number }) => number === null)).toBe(true);
  expect((await listMovements(other, { trackingId })).count).toBe(0);
  expect((await listMovements(member, { trackingId })).movements).toMatchObject([{ milli: -9_000n }]);
  const { scope } = await getStatement(member, "2025-11");
  await expect(listMovements(other, {}, { within: scope })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const developer = await makeMember({ role: "developer", businessId: member.businessId });
  for (const read of [listStatements(developer), getStatement(developer, "2025-11"), listMovements(developer, {})]) {
    await expect(read).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});

test("movements are filtered by kind, amount, job and payment, each with the sum of all that match", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  const jobs = [await charge(member.businessId, 9_000n), await charge(member.businessId, 12_500n)];
  await bankReports({ reference: "OTHER" });
  const found = async (filter: Parameters<typeof listMovements>[1]) => {
    const { movements, count, sumMilli } = await listMovements(member, filter);
    return [movements.length, count, sumMilli];
  };
  expect(await found({ kind: "charge" })).toEqual([2, 2, -21_500n]);
  expect(await found({ least: "10", most: "20" })).toEqual([1, 1, -12_500n]);
  expect(await found({ trackingId: jobs[0] })).toEqual([1, 1, -9_000n]);
  expect(await found({ service: "stt" })).toEqual([0, 0, 0n]);
  expect(await found({ transfer: "OTHER" })).toEqual([0, 0, 0n]);
  expect(await found({ from: "2025-11-21" })).toEqual([0, 0, 0n]);
  const first = await listMovements(member, {}, { limit: 2 });
  const rest = await listMovements(member, {}, { limit: 2, cursor: first.next ?? "" });
  expect([...first.movements, ...rest.movements].map(({ milli }) => milli)).toEqual([-12_500n, -9_000n, 50_000_000n]);
});

test("the statement reads the ledger by its indexes, and never the jobs", async () => {
  const member = await makeMember({ creditMilli: 50_000_000n });
  const scope = { businessId: member.businessId, from: new Date(0), to: clock.now() };
  const queries: [string, unknown[]][] = [
    [groupsQuery, [0n]],
    [batchQuery, [new Date(0), "", 1000]],
  ];
  for (const [query, more] of queries) {
    const plan = await db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe("SET LOCAL enable_seqscan = off");
      const parameters = parametersOf(scope);
      return tx.$queryRawUnsafe<object[]>(`EXPLAIN ${typed(query)}`, ...parameters, ...more);
    });
    expect(JSON.stringify(plan)).toContain("transfers_debit_account_id_created_at_idx");
    expect(JSON.stringify(plan)).not.toContain("jobs");
  }
});

test("statement, movements and usage are read while no job can be read", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  await charge(member.businessId, 9_000n);
  await asOwner(async (client) => {
    await client.query("BEGIN; LOCK TABLE jobs IN ACCESS EXCLUSIVE MODE");
    expect(await csvOf(member, "2025-11")).toContain("tts_");
    expect(await listStatementGroups(await getStatement(member, "2025-11"))).toHaveLength(2);
    expect((await listMovements(member, { kind: "charge" })).count).toBe(1);
    expect((await readReport(member, usageAddressSchema.parse({}))).total.now.requests).toBe(0);
    const readJobs = asOwner((other) => other.query("BEGIN; LOCK TABLE jobs IN ACCESS SHARE MODE NOWAIT"));
    await expect(readJobs).rejects.toThrow("could not obtain lock");
  });
  goTo("2025-12-01T01:00:00Z");
  await closeMonths();
  expect((await getStatement(member, "2025-11")).closed?.lines).toBe(2);
}, 30_000);

/** Prisma sends text where a parameter has no type. */
const typed = (query: string) => query.replaceAll("$1", "$1::text").replaceAll("$8", "$8::int");

test("a month whose movements do not add up to the balance is not closed, and the log says so", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  goTo("2025-12-01T01:00:00Z");
  await closeMonths();
  await plantBalance("kind = 'available' AND business_id = $2", member.businessId, 1n);
  const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
  goTo("2026-01-01T01:00:00Z");
  await closeMonths();
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ businessId: member.businessId }), expect.any(String));
  expect((await getStatement(member, "2025-12")).closed).toBeNull();
  await plantBalance("kind = 'available' AND business_id = $2", member.businessId, -1n);
});
