import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { asOwner } from "@/testing/harness/as-owner";
import { plantBalance } from "@/testing/harness/plant-balance";
import { closeMonths } from "./close";
import { getStatement } from "./read";

const charges = 100_000;
const mostBytes = 50 * 2 ** 20;

let member: Member;
beforeAll(async () => {
  await buildChild("export-child");
  clock.advance(Date.parse("2025-10-05T03:00:00Z") - Date.now());
  member = await makeMember({ creditMilli: 1_000_000_000n });
  await addCharges();
  await moveBalances();
  clock.reset();
  clock.advance(Date.parse("2025-12-02T03:00:00Z") - Date.now());
}, 300_000);
afterEach(() => clock.reset());

/** Holds and charges of 5.1 ₫ all over November. */
const addCharges = () =>
  asOwner(async (client) => {
    const account = async (kind: string) =>
      (await db.walletAccount.findFirstOrThrow({ where: { businessId: member.businessId, kind } as object })).id;
    const [available, held] = [await account("available"), await account("held")];
    await client.query("BEGIN");
    for (const [kind, debit, credit, name] of [
      ["hold", available, held, "hold"],
      ["charge", held, "acc_revenue", "charge"],
    ]) {
      await client.query(
        `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at, price_id, units)
         SELECT 'trf_' || $4 || lpad(i::text, 20, '0'), $1, $2, 5100, $3::"TransferKind", $4 || ':tts_' || lpad(i::text, 26, '0'),
           'tts_' || lpad(i::text, 26, '0'), '2025-10-31T17:00:00Z'::timestamptz + i * interval '25.9 seconds',
           CASE WHEN $4 = 'charge' THEN (SELECT id FROM prices ORDER BY id LIMIT 1) END, CASE WHEN $4 = 'charge' THEN 17 END
         FROM generate_series(1, $5::int) AS i`,
        [debit, credit, kind, name, charges],
      );
    }
    await client.query("COMMIT");
    await client.query("ANALYZE transfers");
  });

const moveBalances = async () => {
  const [available] = await db.walletAccount.findMany({ where: { businessId: member.businessId, kind: "available" } });
  await plantBalance("id = $2", available?.id ?? "", -5100n * BigInt(charges));
  await plantBalance("id = $2", "acc_revenue", 5100n * BigInt(charges));
};

async function run(format: "csv" | "xlsx" | "page") {
  const given = JSON.stringify([member, "2025-11", "2025-10", format]);
  const child = spawn(process.execPath, ["--expose-gc", ".build/export-child.mjs", given], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
  const measured = JSON.parse(said) as { size: number; grewBytes: number; rssBytes: number; tookMs: number };
  const inMegabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  const { size, tookMs, grewBytes, rssBytes } = measured;
  process.stdout.write(
    `${format}: ${size} in ${tookMs} ms, + ${inMegabytes(grewBytes)} MB in use, + ${inMegabytes(rssBytes)} MB resident\n`,
  );
  return measured;
}

test(`a month of ${charges} charges is closed, shown and written to both files with less than 50 MB more in use`, async () => {
  const startedAt = performance.now();
  expect(await closeMonths()).toBe(2);
  process.stdout.write(`closed in ${Math.round(performance.now() - startedAt)} ms\n`);
  const { closed, closingMilli } = await getStatement(member, "2025-11");
  expect(closed?.lines).toBe(charges);
  expect(closingMilli).toBe(1_000_000_000n - 5100n * BigInt(charges));

  // One sum a day on the page, which leads to pages of single charges.
  const page = await run("page");
  expect(page.size).toBe(30);
  for (const measured of [page, await run("csv"), await run("xlsx")]) {
    expect(measured.grewBytes).toBeLessThan(mostBytes);
  }
}, 300_000);
