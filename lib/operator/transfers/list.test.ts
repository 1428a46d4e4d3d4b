import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { StaffMember } from "@/lib/access/principals/staff";
import { markOldTransfers } from "@/lib/money/bank/transfers/report";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { makeStaff } from "@/prisma/staff-factories";
import { asOwner } from "@/testing/harness/as-owner";
import { bankReports } from "@/testing/harness/bank-books";
import { isDeep } from "@/testing/harness/deep";
import { findIds } from "@/testing/harness/transfers";
import { type TransferFilter, transferFilterSchema } from "./schema";
import { findTransfer, listTransfers, transferQuery } from "./transfers";

let finance: StaffMember;
let support: StaffMember;
beforeAll(async () => {
  [finance, support] = [await makeStaff("finance"), await makeStaff("support")];
});

test("a transfer is found by words of its memo, payer and reference, amount, account, period, state and ID", async () => {
  const id = await bankReports({
    memo: "Đặng Thị Hồng chuyen khoan don hang 7781",
    reference: "FT-77.8812",
    amountVnd: 771_234n,
    accountNumber: "7788990011",
    payer: { account: "1903 5555 77", name: "DANG THI HONG" },
  });
  await bankReports();
  const today = vietnamDate(clock.now());
  const tomorrow = vietnamDate(new Date(+clock.now() + days(1)));
  const found: TransferFilter[] = [
    { q: "dang HỒNG" },
    { q: "7781" },
    { q: "ft-77.8812" },
    { q: "5555" },
    { q: id },
    { amount: "771234" },
    { account: "7788990011", state: "unmatched", direction: "in", from: today, to: today },
  ];
  for (const filter of found) expect(await findIds(finance, filter), JSON.stringify(filter)).toEqual([id]);
  const missed: TransferFilter[] = [{ q: "dang 9999" }, { amount: "771235" }, { q: "7781", state: "own" }];
  for (const filter of [...missed, { q: "7781", from: tomorrow }]) expect(await findIds(finance, filter)).toEqual([]);
  const [row] = await sql("stored", "SELECT t::text AS row FROM bank_transfers t WHERE id = $1", [id]);
  expect(JSON.stringify(row)).not.toMatch(/hong|7781/i);
});

test("names and accounts of payers are in full for finance alone", async () => {
  const id = await bankReports({ payer: { account: "190355557766", name: "LE VAN TAM" } });
  const shownTo = async (staff: StaffMember) => (await listTransfers(staff, { q: id })).rows[0]?.payer;
  expect(await shownTo(finance)).toBe("LE VAN TAM 190355557766");
  expect(await shownTo(support)).toBe("L. V. T. …7766");
  expect((await findTransfer(support, id)).payer).toBe("L. V. T. …7766");
});

test("what an earlier release recorded is found once it is marked", async () => {
  const id = await bankReports({ memo: "truocdayquen" });
  await sql("unmark", "UPDATE bank_transfers SET marks = NULL, payer_mark = NULL WHERE id = $1", [id]);
  expect(await findIds(finance, { q: "truocdayquen" })).toEqual([]);
  while ((await markOldTransfers()) > 0);
  expect(await findIds(finance, { q: "truocdayquen" })).toEqual([id]);
});

test("pages of transfers of one moment repeat and skip none", async () => {
  const occurredAt = clock.now();
  for (let index = 0; index < 45; index++) await bankReports({ accountNumber: "4545454545", occurredAt });
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listTransfers(finance, { account: "4545454545" }, cursor ?? undefined);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  } while (cursor);
  expect(seen).toHaveLength(45);
  expect(new Set(seen).size).toBe(45);
  await expect(listTransfers(finance, {}, "invalid")).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("a URL with unknown filters shows the whole list", () => {
  const typed = { q: " ", state: "x", direction: "up", account: "' OR 1", amount: "1.5", from: "x", to: "2026-02-31" };
  expect(Object.values(transferFilterSchema.parse(typed)).filter(Boolean)).toEqual([]);
  expect(transferFilterSchema.parse({ amount: "771.234" })).toMatchObject({ amount: "771234" });
});

test("a page of the list is read by an index, with each filter; of 100,000 transfers in the deep run", async () => {
  const insert = `INSERT INTO bank_transfers (id, direction, account_number, reference, amount_vnd, occurred_at, dedupe_key,
      encrypted_details, marks, status, recorded_at)
     SELECT 'btr_' || lpad(n::text, 26, '0'), 'in', (1000 + n % 3)::text, 'R' || n, 10000 + n % 5000,
       now() - n * interval '1 minute', 'explained' || n, '', ARRAY[md5(n::text), md5((n % 900)::text)],
       CASE WHEN n % 50 = 0 THEN 'unmatched' ELSE 'own' END, now()
     FROM generate_series($1::int, $1 + 4999) n`;
  for (let first = 1; first < (isDeep ? 100_000 : 20_000); first += 5000) await sql(undefined, insert, [first]);
  await asOwner((client) => client.query("ANALYZE bank_transfers"));
  onTestFinished(async () => {
    await asOwner((client) => client.query("DELETE FROM bank_transfers WHERE dedupe_key LIKE 'explained%'"));
  });
  const last = { createdAt: new Date(+clock.now() - days(20)), id: newId("bankTransfer") };
  const filters: TransferFilter[] = [
    {},
    { state: "unmatched" },
    { amount: "12000" },
    { q: "CT 4711" },
    { account: "1001", from: "2026-01-01", to: "2026-01-31" },
    { state: "unmatched", direction: "in", q: "x" },
  ];
  for (const filter of filters)
    for (const place of [null, last]) {
      const { text, values } = transferQuery(filter, place, 41);
      const plan = await sql<{ "QUERY PLAN": string }>(undefined, `EXPLAIN ${text}`, values);
      const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
      expect(lines, JSON.stringify(filter)).toMatch(/Index/);
      expect(lines, JSON.stringify(filter)).not.toMatch(/Seq Scan on bank_transfers/);
    }
}, 60_000);
