import "server-only";
import { stringify } from "lossless-json";
import { mainAccount } from "@/lib/money/bank/transfers/accounts";
import { formatMilli } from "@/lib/platform/amounts";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db, sql, withOwnConnection } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { isLoopback } from "@/lib/platform/net/loopback";
import { boundsOf, vietnamDay, vietnamTime } from "@/lib/platform/vietnam-time";
import { listEntries, storeEntries } from "./read-list";
import { sepayList } from "./sepay";
import { isOurs, settleNotifications } from "./settle-notifications";
import { Unreadable } from "./values";

/** Full days before today that are compared, again each hour, since a bank can list a transfer late. */
const daysBack = 2;
const again = hours(1);
/** After midnight, until the day's last transfers are listed. */
const graceMs = minutes(10);

/** Compares the last days of SePay's list with what is recorded, once for all processes, and records the difference. */
export async function checkDays(): Promise<void> {
  if (!env.SEPAY_API_TOKEN) return;
  await withOwnConnection(async (client) => {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtext('bank days')) AS taken");
    if (!rows[0]?.taken) return;
    const now = clock.now().getTime();
    const today = vietnamDay(new Date(now - graceMs));
    for (let back = daysBack; back > 0; back -= 1) {
      const day = new Date(today.getTime() - days(back));
      const last = await db.bankDay.findFirst({ where: { day }, orderBy: { checkedAt: "asc" } });
      if (!last || now - last.checkedAt.getTime() >= again) await checkDay(day);
    }
  }).catch((error: Error & { cause?: { code?: string } }) => {
    const isAway = error.cause?.code === "ECONNREFUSED" && isLoopback(new URL(env.SEPAY_API_URL).hostname);
    if (!(isAway && env.isLocal)) throw error;
  });
}

/** Also records what the list has and no report was recorded of. */
export async function checkDay(day: Date): Promise<void> {
  const { from, to } = boundsOf(day);
  const listed: Listed[] = [];
  const query = {
    transaction_date_from: vietnamTime(from),
    transaction_date_to: vietnamTime(new Date(to.getTime() - 1)),
  };
  for await (const entries of listEntries(query)) {
    await storeEntries(entries);
    for (const entry of entries) listed.push(...(await readEntry(stringify(entry) ?? "")));
  }
  await settleNotifications();
  const [sums, recorded] = [await sumListed(listed), await sumRecorded(from, to)];
  for (const accountNumber of new Set([...sums.keys(), ...recorded.keys()]))
    await compareDay(day, accountNumber, sums.get(accountNumber) ?? 0n, recorded.get(accountNumber) ?? 0n);
}

type Listed = { sourceId: string; accountNumber: string; signedVnd: bigint };

async function readEntry(entry: string): Promise<Listed[]> {
  const reports = await sepayList.parse(Buffer.from(entry), "application/json").catch((error: Error) => {
    // Stored and rejected with its reason as every other.
    if (error instanceof Unreadable) return [];
    throw error;
  });
  const listed: Listed[] = [];
  for (const { sourceId, accountNumber, direction, amountVnd } of reports) {
    if (!(await isOurs(db, accountNumber))) continue;
    listed.push({ sourceId, accountNumber, signedVnd: direction === "in" ? amountVnd : -amountVnd });
  }
  return listed;
}

/** By main account. A transfer that is listed under an account and its virtual one counts once. */
async function sumListed(listed: readonly Listed[]): Promise<Map<string, bigint>> {
  const reports = await db.bankReport.findMany({
    where: { source: "sepay_list", sourceId: { in: listed.map(({ sourceId }) => sourceId) } },
    select: { sourceId: true, transferId: true },
  });
  const transfers = new Map(reports.map(({ sourceId, transferId }) => [sourceId, transferId]));
  const counted = new Set<string>();
  const sums = new Map<string, bigint>();
  for (const { sourceId, accountNumber, signedVnd } of listed) {
    const transfer = transfers.get(sourceId) ?? sourceId;
    if (counted.has(transfer)) continue;
    counted.add(transfer);
    const main = mainAccount(accountNumber);
    sums.set(main, (sums.get(main) ?? 0n) + signedVnd);
  }
  return sums;
}

// Accounts that only another provider watches are not on SePay's list.
const recordedSums = `
  SELECT account_number AS "accountNumber",
    sum(CASE direction WHEN 'in' THEN amount_vnd ELSE -amount_vnd END)::bigint AS sum
  FROM bank_transfers t WHERE status <> 'void' AND occurred_at >= $1 AND occurred_at < $2 AND EXISTS (
    SELECT FROM bank_reports r WHERE r.transfer_id = t.id AND coalesce(r.account_number, t.account_number) IN (
      SELECT coalesce(s.account_number, w.account_number) FROM bank_transfers w JOIN bank_reports s ON s.transfer_id = w.id
      WHERE s.source IN ('sepay', 'sepay_list') AND w.occurred_at >= $1 AND w.occurred_at < $2))
  GROUP BY account_number`;

async function sumRecorded(from: Date, to: Date): Promise<Map<string, bigint>> {
  const rows = await sql<{ accountNumber: string; sum: bigint }>(undefined, recordedSums, [from, to]);
  const sums = new Map<string, bigint>();
  for (const { accountNumber, sum } of rows) {
    const main = mainAccount(accountNumber);
    sums.set(main, (sums.get(main) ?? 0n) + sum);
  }
  return sums;
}

async function compareDay(day: Date, accountNumber: string, listedVnd: bigint, recordedVnd: bigint): Promise<void> {
  const values = { listedVnd, recordedVnd, checkedAt: clock.now() };
  const where = { accountNumber_day: { accountNumber, day } };
  await db.bankDay.upsert({ where, create: { accountNumber, day, ...values }, update: values });
  if (listedVnd === recordedVnd) return;
  const [listed, recorded] = [formatMilli(listedVnd * 1000n), formatMilli(recordedVnd * 1000n)];
  const said = { account: `…${accountNumber.slice(-4)}`, day: day.toISOString().slice(0, 10), listed, recorded };
  log.error(said, "the bank's list of a day differs from what is recorded");
}

// In one statement: both sums are of one moment. The bank's balance is negative, since incoming money is debited there.
const sumBooks = `
  INSERT INTO bank_sums (id, summed_at, ledger_milli, recorded_milli)
  SELECT 1, $1::timestamptz, coalesce((SELECT -balance_milli FROM wallet_accounts WHERE id = 'acc_bank'), 0),
    coalesce(sum(CASE direction WHEN 'in' THEN amount_vnd ELSE -amount_vnd END), 0) * 1000
  FROM bank_transfers WHERE status <> 'void'
  ON CONFLICT (id) DO UPDATE SET summed_at = excluded.summed_at, ledger_milli = excluded.ledger_milli,
    recorded_milli = excluded.recorded_milli
  RETURNING ledger_milli <> recorded_milli AS differ`;

/** Sums all bank transfers, and keeps the result beside the ledger's account of the bank for /health. */
export async function sumBank(): Promise<void> {
  const [sums] = await sql<{ differ: boolean }>(undefined, sumBooks, [clock.now()]);
  if (sums?.differ) log.error("the ledger's account of the bank differs from the recorded bank transfers");
}
