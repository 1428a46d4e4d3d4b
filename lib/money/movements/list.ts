import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock, days } from "@/lib/platform/clock";
import { cutPage, fromCursor } from "@/lib/platform/cursor";
import { db, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { boundsOf, vietnamDate } from "@/lib/platform/vietnam-time";
import { ledgerKindsOf, type Movement, type MovementFilter, type MovementGroup } from "./schema";
import { findBalanceAt, linesWhere, listGroups, listNamed, movementColumns, parametersOf, type Scope } from "./scope";

const mostDays = 366;

export type MovementDays = {
  from: string;
  to: string;
  openingMilli: bigint;
  closingMilli: bigint;
  /** The newest first. */
  groups: MovementGroup[];
};

/** This month's by default, the newest first. The opening balance and the movements add up to the closing balance. */
export async function listMovementDays(member: Member, filter: MovementFilter): Promise<MovementDays> {
  requirePermission(member, "billing:read");
  const { from, to, scope } = scopeOf(member, filter, "month");
  return transaction(async (sql) => {
    // Both in one snapshot.
    await sql(undefined, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", []);
    const openingMilli = await findBalanceAt(sql, member.businessId, scope.from);
    const groups = await listGroups(sql, scope, openingMilli);
    const closingMilli = groups.at(-1)?.balanceMilli ?? openingMilli;
    return { from, to, openingMilli, closingMilli, groups: groups.reverse() };
  });
}

export type MovementPage = {
  movements: Movement[];
  next: string | null;
  /** Of all that match, not only of this page. */
  count: number;
  sumMilli: bigint;
};

// Where a payment is named, only its movements are read.
const lines = linesWhere("($10::text[] IS NULL OR t.id = ANY ($10))");

const matching = `(cardinality($6::text[]) = 0 OR l.kind = ANY ($6))
  AND ($7::bigint IS NULL OR abs(l.milli) >= $7) AND ($8::bigint IS NULL OR abs(l.milli) <= $8)
  AND ($9::text IS NULL OR l.tracking_id = $9)
  AND ($11::text IS NULL OR l.kind = 'charge' AND left(l.tracking_id, 4) = $11)`;

const pageQuery = `WITH ${lines}, matching AS (SELECT l.* FROM lines l WHERE ${matching})
  SELECT ${movementColumns} FROM matching l LEFT JOIN prices p ON p.id = l.price_id
  WHERE $12::timestamptz IS NULL OR (l.created_at, l.id) < ($12::timestamptz, $13::text)
  ORDER BY l.created_at DESC, l.id DESC LIMIT $14`;

const sumsQuery = `WITH ${lines} SELECT count(*)::int AS count, coalesce(sum(milli), 0)::bigint AS "sumMilli"
  FROM lines l WHERE ${matching}`;

/** The newest first: of all time where the filter names a job or payment. Throws INVALID_REQUEST for a bad cursor. */
export async function listMovements(
  member: Member,
  filter: MovementFilter,
  { cursor, limit = 50, within }: { cursor?: string; limit?: number; within?: Scope } = {},
): Promise<MovementPage> {
  requirePermission(member, "billing:read");
  if (within && within.businessId !== member.businessId) throw new AppError("NOT_FOUND");
  const isNamed = filter.trackingId ?? filter.transfer;
  const { scope } = scopeOf(member, filter, isNamed ? "all" : "month");
  const place = cursor ? fromCursor(cursor) : null;
  const milli = (vnd: string | undefined) => (vnd === undefined ? null : BigInt(vnd) * 1000n);
  return transaction(async (sql) => {
    const requested = [
      filter.kind ? ledgerKindsOf(filter.kind) : [],
      milli(filter.least),
      milli(filter.most),
      filter.trackingId ?? null,
      filter.transfer ? await listNamed(sql, member.businessId, filter.transfer) : null,
      filter.service ? `${filter.service}_` : null,
    ];
    const parameters = [...parametersOf(within ?? scope), ...requested];
    const paged = [...parameters, place?.createdAt ?? null, place?.id ?? null, limit + 1];
    const rows = await sql<Movement>(undefined, pageQuery, paged);
    const [sums] = await sql<{ count: number; sumMilli: bigint }>(undefined, sumsQuery, parameters);
    const { rows: movements, next } = cutPage(rows, limit);
    return { movements, next, count: sums?.count ?? 0, sumMilli: sums?.sumMilli ?? 0n };
  });
}

function scopeOf({ businessId }: Member, filter: MovementFilter, otherwise: "month" | "all") {
  const today = vietnamDate(clock.now());
  const isAll = otherwise === "all" && !filter.from && !filter.to;
  const to = filter.to ?? (filter.from && filter.from > today ? filter.from : today);
  const earliest = vietnamDate(new Date(startOf(to).getTime() - days(mostDays - 1)));
  const requested = filter.from ?? `${to.slice(0, 7)}-01`;
  const first = requested > to ? to : requested;
  const from = first < earliest ? earliest : first;
  const scope: Scope = isAll
    ? { businessId, from: new Date(0), to: new Date("9999-01-01T00:00:00Z") }
    : { businessId, from: startOf(from), to: boundsOf(new Date(`${to}T00:00:00Z`)).to };
  return { from, to, scope };
}

const startOf = (day: string): Date => boundsOf(new Date(`${day}T00:00:00Z`)).from;

/** What a business knows a movement's payment by. */
export type PaymentNames = {
  /** The bank's reference; empty where it gives none. */
  bankReference: string;
  /** Of money that an operator entered: the number of the contract or receipt. */
  document: string | null;
  occurredAt: Date | null;
};

/** The payments that movements name in the ledger's references, by movement. */
export async function findPaymentNames(
  movements: readonly { reference: string | null }[],
): Promise<(movement: { reference: string | null }) => PaymentNames | undefined> {
  const idOf = ({ reference }: { reference: string | null }) => reference?.split(":")[1] ?? "";
  const ids = [...new Set(movements.map(idOf).filter((id) => /^(btr|top|rfd)_/.test(id)))];
  if (ids.length === 0) return () => undefined;
  const [transfers, topUps, refunds] = await Promise.all([
    db.bankTransfer.findMany({ where: { id: { in: ids } }, select: { id: true, reference: true, occurredAt: true } }),
    db.topUp.findMany({ where: { id: { in: ids } }, select: { id: true, externalReference: true } }),
    db.refundRequest.findMany({ where: { id: { in: ids } }, select: { id: true } }),
  ]);
  const names = new Map<string, PaymentNames>([
    ...transfers.map(
      ({ id, reference, occurredAt }) => [id, { bankReference: reference, document: null, occurredAt }] as const,
    ),
    ...topUps.map(
      ({ id, externalReference: document }) => [id, { bankReference: "", document, occurredAt: null }] as const,
    ),
    ...refunds.map(({ id }) => [id, { bankReference: "", document: id, occurredAt: null }] as const),
  ]);
  return (movement) => names.get(idOf(movement));
}
