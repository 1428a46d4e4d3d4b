import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { findPaymentNames } from "@/lib/money/movements/list";
import type { Movement, MovementGroup } from "@/lib/money/movements/schema";
import {
  findBalanceAt,
  listGroups,
  parametersOf,
  type Scope,
  walkMovements,
  withLines,
} from "@/lib/money/movements/scope";
import { clock } from "@/lib/platform/clock";
import { db, type Sql, sql, transaction } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import { isId, timeOf } from "@/lib/platform/ids";
import { boundsOfMonth, nextMonth, vietnamMonth } from "@/lib/platform/vietnam-time";
import { findParties, partiesContext } from "./parties";
import type { KindTotal, LateFor, StatementHead, StatementLine, StatementSummary } from "./schema";

/** The months of a business, the newest first: those that are open, and those that are closed with their number. */
export async function listStatements(member: Member): Promise<StatementSummary[]> {
  requirePermission(member, "billing:read");
  const { businessId } = member;
  const rows = await db.statement.findMany({
    where: { businessId },
    orderBy: { month: "desc" },
    select: { month: true, number: true, openingMilli: true, closingMilli: true },
  });
  const open: StatementSummary[] = [];
  const current = vietnamMonth(clock.now());
  const first = rows[0] ? nextMonth(rows[0].month) : ((await findFirstMonth(sql, businessId)) ?? current);
  for (let month = first; month <= current; month = nextMonth(month)) {
    open.unshift({ month, number: null, openingMilli: null, closingMilli: null });
  }
  return [...open, ...rows];
}

// The first of each account, by its index: a join would read all transfers of the business.
const firstTransfer = `SELECT min(first.created_at) AS at FROM wallet_accounts a CROSS JOIN LATERAL (
    SELECT created_at FROM transfers t WHERE t.credit_account_id = a.id ORDER BY created_at LIMIT 1) AS first
  WHERE a.business_id = $1`;

/** The month in which a business first had any money. */
export async function findFirstMonth(sql: Sql, businessId: string): Promise<string | undefined> {
  const [first] = await sql<{ at: Date | null }>(undefined, firstTransfer, [businessId]);
  return first?.at ? vietnamMonth(first.at) : undefined;
}

export type Statement = StatementHead & { scope: Scope };

/** As it was closed, or as it is so far. Throws NOT_FOUND for a future month, and for one before the first money. */
export async function getStatement(member: Member, month: string): Promise<Statement> {
  requirePermission(member, "billing:read");
  const { businessId } = member;
  const row = await db.statement.findUnique({ where: { businessId_month: { businessId, month } } });
  if (!row) return getOpen(businessId, month);
  const { id, number, hash, closedAt, lines, openingMilli, closingMilli, snapshot } = row;
  const { paidUsageMilli, beyondGivenMilli } = row;
  const bounds = boundsOfMonth(month);
  return {
    month,
    ...bounds,
    closed: { id, number, hash, closedAt, lines },
    openingMilli,
    closingMilli,
    freeMilli: paidUsageMilli - beyondGivenMilli,
    totals: (row.totals as StoredTotal[]).map(({ milli, ...total }) => ({ ...total, milli: BigInt(milli) })),
    parties: JSON.parse(decrypt(row.encryptedParties, partiesContext(id))),
    scope: { businessId, ...bounds, snapshot, lateIds: row.lateTransferIds },
  };
}

type StoredTotal = Omit<KindTotal, "milli"> & { milli: string };

/** All others give or take credit. An adjustment that settles a debt gives nothing to spend, as in `netPaid`. */
const isPayment = `(kind IN ('top_up', 'claim', 'unmatched', 'reversal', 'refund')
  OR kind = 'adjustment' AND reference LIKE '%:receivable')`;

/**
 * SQL over `lines`, from `beyondGivenMilli` and `paidUsageMilli` before, $6 and $7. Given credit is spent before paid
 * credit, as in `netPaid`: payments are spent so far as what was taken exceeds what was given. What an operator takes
 * is no usage, so only a charge adds to it; the difference of the two is the given credit that is left.
 */
export const spending = `taken AS (
    SELECT kind, created_at, id, $6::bigint + sum(CASE WHEN ${isPayment} THEN 0 ELSE -milli END)
      OVER (ORDER BY created_at, id) AS beyond_given FROM lines
  ), most AS (
    SELECT kind, created_at, id, beyond_given,
      greatest($7::bigint, max(beyond_given) OVER (ORDER BY created_at, id)) AS milli FROM taken
  ), used AS (
    SELECT *, milli - lag(milli, 1, $7::bigint) OVER (ORDER BY created_at, id) AS more FROM most
  ), paid AS (
    SELECT $7::bigint + coalesce(sum(more) FILTER (WHERE kind = 'charge'), 0) AS milli FROM used
  ), last AS (
    SELECT coalesce((SELECT beyond_given - milli FROM used ORDER BY created_at DESC, id DESC LIMIT 1),
      $6::bigint - $7::bigint) AS milli
  )`;

const freeLeft = `WITH ${withLines}, ${spending} SELECT (-milli)::bigint AS milli FROM last`;

const openTotals = `WITH ${withLines} SELECT kind, count(*)::int AS lines, sum(milli)::bigint AS milli FROM lines
  GROUP BY kind ORDER BY kind`;

async function getOpen(businessId: string, month: string): Promise<Statement> {
  const first = await findFirstMonth(sql, businessId);
  if (month > vietnamMonth(clock.now()) || !first || month < first) throw new AppError("NOT_FOUND");
  const bounds = boundsOfMonth(month);
  // Both before the transaction, which has a connection and would wait for another one.
  const parties = await findParties(db, businessId);
  const former = await db.statement.findFirst({
    where: { businessId, month: { lt: month } },
    orderBy: { month: "desc" },
    select: { month: true, closingMilli: true, snapshot: true, beyondGivenMilli: true, paidUsageMilli: true },
  });
  return transaction(async (sql) => {
    await sql(undefined, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", []);
    const isNext = former && nextMonth(former.month) === month;
    const lateIds = isNext
      ? await listLate(sql, { businessId, from: new Date(0), to: bounds.from }, former.snapshot)
      : [];
    const scope: Scope = { businessId, ...bounds, lateIds };
    const openingMilli = isNext ? former.closingMilli : await findBalanceAt(sql, businessId, bounds.from);
    const totals = await sql<KindTotal>(undefined, openTotals, parametersOf(scope));
    const closingMilli = openingMilli + totals.reduce((sum, { milli }) => sum + milli, 0n);
    const before = isNext ? [former.beyondGivenMilli, former.paidUsageMilli] : month === first ? [0n, 0n] : null;
    const [free] = before ? await sql<{ milli: bigint }>(undefined, freeLeft, [...parametersOf(scope), ...before]) : [];
    const freeMilli = free?.milli ?? null;
    return { month, ...bounds, closed: null, openingMilli, closingMilli, freeMilli, totals, parties, scope };
  });
}

// What is not in the snapshot of the last close, though its time is before this month.
const lateQuery = `WITH ${withLines} SELECT id FROM lines
  WHERE xid IS NOT NULL AND NOT pg_visible_in_snapshot(xid, $6::pg_snapshot) ORDER BY created_at, id`;

/** The movements of a scope that were recorded after a snapshot was taken. */
export async function listLate(sql: Sql, scope: Scope, snapshot: string): Promise<string[]> {
  return (await sql<{ id: string }>(undefined, lateQuery, [...parametersOf(scope), snapshot])).map(({ id }) => id);
}

export const listStatementGroups = ({ scope, openingMilli }: Statement): Promise<MovementGroup[]> =>
  listGroups(sql, scope, openingMilli);

/** Every line of a statement, the oldest first, in batches, so that memory use is constant. */
export async function* walkStatement({ scope, openingMilli }: Statement): AsyncGenerator<StatementLine[]> {
  let balanceMilli = openingMilli;
  for await (const batch of walkMovements(sql, scope)) {
    const paymentOf = await findPaymentNames(batch);
    yield batch.map((line) => {
      balanceMilli += line.milli;
      const payment = paymentOf(line);
      const late = lateFor(line, scope.from, payment?.occurredAt ?? null);
      return {
        ...line,
        balanceMilli,
        late,
        bankReference: payment?.bankReference || null,
        document: payment?.document ?? null,
      };
    });
  }
}

/** The earlier month of its own time, its job or its bank transfer; null if none is before the statement's month. */
export function lateFor(
  { createdAt, trackingId }: Pick<Movement, "createdAt" | "trackingId">,
  from: Date,
  occurredAt: Date | null,
): LateFor | null {
  const isJob = trackingId && (isId("tts", trackingId) || isId("stt", trackingId));
  const at = [createdAt, ...(isJob ? [timeOf(trackingId)] : []), ...(occurredAt ? [occurredAt] : [])];
  const earliest = new Date(Math.min(...at.map(Number)));
  return earliest < from ? { month: vietnamMonth(earliest) } : null;
}
