import "server-only";
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Movement } from "@/lib/money/movements/schema";
import { findBalanceAt, parametersOf, type Scope, walkMovements, withLines } from "@/lib/money/movements/scope";
import { inOneSnapshot } from "@/lib/money/wallet/books/audit-books";
import { formatMilli } from "@/lib/platform/amounts";
import { clock, days, hours } from "@/lib/platform/clock";
import { db, type Sql, sql, withOwnConnection } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encryption";
import { failpoint } from "@/lib/platform/failpoint";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { boundsOfMonth, nextMonth, vietnamMonth } from "@/lib/platform/vietnam-time";
import { announceStatement } from "./announce";
import { findParties, partiesContext } from "./parties";
import { findFirstMonth, listLate, spending } from "./read";
import type { Parties } from "./schema";

/** How long after its end a month is closed: no transaction that began before takes as long. */
const closesAfterMs = hours(1);

const selectDue = `
  SELECT a.business_id AS "businessId" FROM wallet_accounts a
  WHERE a.kind = 'available' AND a.business_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM statements s WHERE s.business_id = a.business_id AND s.month >= $1)
    AND EXISTS (SELECT FROM transfers t WHERE t.credit_account_id = a.id AND t.created_at < $2)
  ORDER BY a.business_id LIMIT 200`;

/** Closes the ended months of up to 200 businesses, each month in one transaction, and returns how many it closed. */
export async function closeMonths(): Promise<number> {
  const current = vietnamMonth(new Date(clock.now().getTime() - closesAfterMs));
  const last = vietnamMonth(new Date(boundsOfMonth(current).from.getTime() - 1));
  const businesses = await sql<{ businessId: string }>(undefined, selectDue, [last, boundsOfMonth(current).from]);
  let closed = 0;
  for (const { businessId } of businesses) {
    try {
      while (await closeNext(businessId, last)) {
        failpoint("month-committed");
        closed++;
      }
    } catch (error) {
      log.error({ businessId, reason: (error as Error).message }, "a month could not be closed");
    }
  }
  return closed;
}

/** Closes the first month of a business that is not closed, if it ended by `last`. Returns whether there was one. */
const closeNext = (businessId: string, last: string): Promise<boolean> =>
  withOwnConnection(async (client) => {
    // Taken before the snapshot, so that the one who waited sees what the other one closed.
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`close ${businessId}`]);
    return inOneSnapshot(client, async (sql) => {
      const former = await findLast(sql, businessId);
      const month = former ? nextMonth(former.month) : await findFirstMonth(sql, businessId);
      if (!month || month > last) return false;
      const closed = await closeMonth(sql, businessId, month, former);
      // Of months that are closed late, such as after an outage, only the last one is written about.
      if (month === last) await announceStatement(sql, { businessId, month, ...closed });
      failpoint("month-closed");
      return true;
    });
  });

type Former = {
  month: string;
  closingMilli: bigint;
  beyondGivenMilli: bigint;
  paidUsageMilli: bigint;
  snapshot: string;
};

const findLast = async (sql: Sql, businessId: string) =>
  (
    await sql<Former>(
      undefined,
      `SELECT month, closing_milli AS "closingMilli", beyond_given_milli AS "beyondGivenMilli",
         paid_usage_milli AS "paidUsageMilli", snapshot
       FROM statements WHERE business_id = $1 ORDER BY month DESC LIMIT 1`,
      [businessId],
    )
  )[0];

const sumQuery = `WITH ${withLines}, ${spending}
  SELECT coalesce((SELECT json_agg(json_build_object('kind', kind, 'lines', lines, 'milli', milli::text) ORDER BY kind)
      FROM (SELECT kind, count(*) AS lines, sum(milli) AS milli FROM lines GROUP BY kind) AS sums), '[]') AS totals,
    (SELECT count(*)::int FROM lines) AS lines, coalesce((SELECT sum(milli) FROM lines), 0)::bigint AS milli,
    (SELECT last.milli + paid.milli FROM last, paid)::bigint AS "beyondGivenMilli",
    (SELECT milli FROM paid)::bigint AS "paidUsageMilli",
    pg_current_snapshot()::text AS snapshot`;

type Sums = {
  totals: { kind: string; lines: number; milli: string }[];
  lines: number;
  milli: bigint;
  beyondGivenMilli: bigint;
  paidUsageMilli: bigint;
  snapshot: string;
};

const insertStatement = `
  INSERT INTO statements (id, business_id, month, number, opening_milli, closing_milli, lines, totals,
    beyond_given_milli, paid_usage_milli, late_transfer_ids, snapshot, encrypted_parties, hash, closed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11::text[], $12, $13, $14, $15)`;

async function closeMonth(sql: Sql, businessId: string, month: string, former: Former | undefined) {
  const { from, to } = boundsOfMonth(month);
  const openingMilli = former?.closingMilli ?? 0n;
  const closingMilli = await findBalanceAt(sql, businessId, to);
  // Late movements are almost always of the last days: the rest is read only when they do not explain the balance.
  let found: { scope: Scope; sums: Sums } | undefined;
  for (const since of [new Date(from.getTime() - days(62)), new Date(0)]) {
    const lateIds = former ? await listLate(sql, { businessId, from: since, to: from }, former.snapshot) : [];
    const scope: Scope = { businessId, from, to, lateIds };
    const before = [former?.beyondGivenMilli ?? 0n, former?.paidUsageMilli ?? 0n];
    const [sums] = await sql<Sums>(undefined, sumQuery, [...parametersOf(scope), ...before]);
    if (sums && openingMilli + sums.milli === closingMilli) found = { scope, sums };
    if (found || !former) break;
  }
  if (!found) throw new Error(`the movements of ${month} do not add up to the balance`);
  const { scope, sums } = found;
  const [numbered] = await sql<{ number: bigint }>(undefined, "SELECT nextval('statement_numbers') AS number", []);
  const id = newId("statement");
  const number = `${month}-${String(numbered?.number).padStart(6, "0")}`;
  const parties = await findParties(db, businessId);
  const head = { number, month, businessId, openingMilli, closingMilli, parties };
  const hash = await hashStatement(head, walkMovements(sql, scope));
  const closedAt = clock.now();
  await sql(undefined, insertStatement, [
    ...[id, businessId, month, number, openingMilli, closingMilli, sums.lines, JSON.stringify(sums.totals)],
    ...[sums.beyondGivenMilli, sums.paidUsageMilli, scope.lateIds, sums.snapshot],
    ...[encrypt(JSON.stringify(parties), partiesContext(id)), hash, closedAt],
  ]);
  return { statementId: id, closingMilli, closedAt };
}

export type HashedHead = {
  number: string;
  month: string;
  businessId: string;
  openingMilli: bigint;
  closingMilli: bigint;
  parties: Parties;
};

/** SHA-256 in hex over the head and each line as canonical JSON (RFC 8785), one a line. Amounts are decimal đồng. */
export async function hashStatement(head: HashedHead, batches: AsyncIterable<Movement[]>): Promise<string> {
  const { openingMilli, closingMilli, ...rest } = head;
  const hash = createHash("sha256");
  const add = (value: object) => hash.update(`${canonicalize(value)}\n`);
  add({ ...rest, opening: formatMilli(openingMilli), closing: formatMilli(closingMilli) });
  for await (const batch of batches) {
    for (const { id, createdAt, kind, milli, freeMilli, reference, trackingId, priceId, units } of batch) {
      const [at, amount] = [createdAt.toISOString(), formatMilli(milli)];
      // Absent where there is none, as on statements from before free credit was recorded.
      const free = freeMilli > 0n ? { free: formatMilli(freeMilli) } : {};
      add({ id, at, kind, amount, ...free, reference, trackingId, priceId, units });
    }
  }
  return hash.digest("hex");
}
