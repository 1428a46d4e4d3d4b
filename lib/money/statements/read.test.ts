// @module-tag promise
import { strFromU8, unzipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import { afterEach, expect, test } from "vitest";
import { setInvoiceDetails } from "@/lib/money/invoices/details/service";
import { listMovementDays, listMovements } from "@/lib/money/movements/list";
import { batchQuery, groupsQuery, parametersOf } from "@/lib/money/movements/scope";
import { readReport } from "@/lib/money/usage/read-report";
import { usageAddressSchema } from "@/lib/money/usage/schema";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { releaseHolds } from "@/lib/money/wallet/settle";
import { clock } from "@/lib/platform/clock";
import { db, poolSize } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { asOwner } from "@/testing/harness/as-owner";
import { bankReports, makeTopUp } from "@/testing/harness/bank-books";
import { chargeJob } from "@/testing/harness/charge-job";
import { goTo } from "@/testing/harness/go-to";
import { csvOf, linesOf } from "@/testing/harness/statements";
import { closeMonths } from "./close";
import { exportXlsx } from "./export";
import { getStatement, listStatementGroups, listStatements } from "./read";

afterEach(() => clock.reset());

test("opening, lines and closing of each month add up to the thousandth, and no hold looks like spending", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_123n });
  const { businessId } = member;
  await chargeJob(businessId, 7_201n);
  const open = await chargeJob(businessId, 1_000_000n, { capture: false });
  goTo("2025-12-03T03:00:00Z");
  await chargeJob(businessId, 5_100n);
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

test("open statements that many read at once do not wait for each other's connections", async () => {
  const member = await makeMember({ creditMilli: 10_000_000n });
  const { month } = (await listStatements(member))[0] ?? { month: "" };
  const read = await Promise.all(Array.from({ length: 2 * poolSize }, () => getStatement(member, month)));
  expect(read.map(({ closingMilli }) => closingMilli)).toEqual(read.map(() => 10_000_000n));
});

test("a month that is taken back and owed still adds up, and agrees with the bank", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 0n });
  const { code } = await makeTopUp(member.businessId);
  await bankReports({ memo: code, amountVnd: 200_000n, reference: "FT1" });
  await chargeJob(member.businessId, 150_000_000n);
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
  const file = await new Response(await exportXlsx({ locale: "vi", statement })).arrayBuffer();
  const [sheet] = (await readXlsx(file)).sheets;
  expect(sheet?.rows.flat()).toEqual(
    expect.arrayContaining([formula, '=HYPERLINK("https://evil.example")', "@SUM(A1)"]),
  );
  const formulas = [...(sheet?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined);
  expect(formulas).toEqual([]);
});

test("the spreadsheet of a month is well-formed XML, whatever characters names and references have", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ name: "Sách\ufffe\uffff\u0001 nói", creditMilli: 50_000_000n });
  await bankReports({ memo: (await makeTopUp(member.businessId)).code, reference: "FT\ufffe\u000b<1" });
  const statement = await getStatement(member, "2025-11");
  const file = new Uint8Array(await new Response(await exportXlsx({ locale: "vi", statement })).arrayBuffer());
  const parts = Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
  for (const [name, xml] of parts)
    expect(xml, name).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  const [sheet] = (await readXlsx(file)).sheets;
  expect(sheet?.rows.flat()).toEqual(expect.arrayContaining(["Sách\ufffd\ufffd\ufffd nói", "FT\ufffd\ufffd<1"]));
});

test("in the spreadsheet times are times of Vietnam, amounts are numbers, the head is bold and stays, and lines can be filtered", async () => {
  goTo("2025-11-20T03:00:05Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  await chargeJob(member.businessId, 7_201n);
  const statement = await getStatement(member, "2025-11");
  const file = new Uint8Array(await new Response(await exportXlsx({ locale: "en", statement })).arrayBuffer());
  const [sheet] = (await readXlsx(file, { readStyles: true })).sheets;
  const head = sheet?.rows.findIndex(([name]) => name === "Time") ?? -1;
  const [time, , , , , , , , , , , moneyOut] = sheet?.rows.at(-2) ?? [];
  expect(time).toEqual(new Date("2025-11-20T10:00:05Z"));
  expect(moneyOut).toBe(7.201);
  expect(sheet?.cells?.get(`${head},0`)?.style?.font?.bold).toBe(true);
  expect(sheet?.freezePane).toMatchObject({ rows: head + 1 });
  expect(sheet?.autoFilter?.range).toBe(`A${head + 1}:P${sheet?.rows.length}`);
});

test("a member of another business finds no month, line or movement of this one", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  const trackingId = await chargeJob(member.businessId, 9_000n);
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
  const jobs = [await chargeJob(member.businessId, 9_000n), await chargeJob(member.businessId, 12_500n)];
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

test("movements are found by the bank's reference, the code and IDs of their payment, their own ID and their job's", async () => {
  goTo("2025-11-20T03:00:00Z");
  const [member, other] = [await makeMember({ creditMilli: 0n }), await makeMember({ creditMilli: 0n })];
  const topUp = await makeTopUp(member.businessId);
  const transferId = await bankReports({ memo: topUp.code, reference: "FT77" });
  // Another business's payment with the same reference, at another account.
  const foreign = await makeTopUp(other.businessId, 300_000n);
  await bankReports({ memo: foreign.code, reference: "FT77", accountNumber: "0700999888", amountVnd: 300_000n });
  const job = await chargeJob(member.businessId, 9_000n);
  const { movements: all } = await listMovements(member, {});
  const found = async (transfer: string) => (await listMovements(member, { transfer })).movements.map(({ id }) => id);
  const [charge, payment] = all.map(({ id }) => id);
  for (const name of ["FT77", topUp.code, topUp.code.toLowerCase(), topUp.id, transferId, payment ?? ""])
    expect(await found(name), name).toEqual([payment]);
  expect(await found(job)).toEqual([charge]);
  for (const name of ["FT7", foreign.code, foreign.id, "bench", ""]) expect(await found(name || "x"), name).toEqual([]);
});

/** Prisma sends text where a parameter has no type. */
const typed = (query: string) => query.replaceAll("$1", "$1::text").replaceAll("$8", "$8::int");

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
  await chargeJob(member.businessId, 9_000n);
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
