import "server-only";
import { clock, hours } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

export type Checkpoint = {
  id: string;
  /** A `pg_snapshot`: the transactions committed when the checkpoint was taken. */
  snapshot: string;
  takenAt: Date;
};

/** SQL for the rows of a table outside the snapshot, which an audit has to read. */
export const isSince = (xid: string, snapshot: string) =>
  `${xid} >= pg_snapshot_xmin(${snapshot}::pg_snapshot) AND NOT pg_visible_in_snapshot(${xid}, ${snapshot}::pg_snapshot)`;

// A database restored from a dump counts its transaction IDs from the start again, below those in its rows.
const deleteForeign = `DELETE FROM book_checkpoints
  WHERE pg_snapshot_xmax(snapshot::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())`;

export async function dropForeignCheckpoints(sql: Sql): Promise<void> {
  await sql(undefined, deleteForeign, []);
}

const selectNewest = `SELECT id, snapshot, taken_at AS "takenAt" FROM book_checkpoints ORDER BY taken_at DESC, id DESC LIMIT 1`;

export async function findCheckpoint(sql: Sql): Promise<Checkpoint | null> {
  const [checkpoint] = await sql<Checkpoint>(undefined, selectNewest, []);
  return checkpoint ?? null;
}

/** An audit of so many transfers takes about a tenth of a second. */
const mostSince = 100_000;

const countSince = `
  SELECT count(*)::int AS count FROM (SELECT FROM transfers WHERE ${isSince("xid", "$1")} LIMIT ${mostSince}) AS since`;

/** Whether so much came after the checkpoint that a new one is worthwhile. */
export async function isOutgrown(sql: Sql, { snapshot, takenAt }: Checkpoint): Promise<boolean> {
  if (clock.now().getTime() - takenAt.getTime() >= hours(1)) return true;
  const [since] = await sql<{ count: number }>(undefined, countSince, [snapshot]);
  return since?.count === mostSince;
}

// While rows from a dump carry transaction IDs in the future, no snapshot can distinguish them from new ones.
const insertCheckpoint = `
  INSERT INTO book_checkpoints (id, snapshot, taken_at)
  SELECT $1, pg_current_snapshot()::text, $2::timestamptz
  WHERE NOT EXISTS (SELECT FROM transfers WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()))
    AND NOT EXISTS (SELECT FROM jobs WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()))
  RETURNING id`;

const insertBalances = `INSERT INTO book_balances (checkpoint_id, account_id, balance_milli)
  SELECT $1::text, id, balance_milli FROM wallet_accounts WHERE balance_milli <> 0`;

/** Replaces the checkpoint. Call it for balanced books, in the snapshot of the same transaction. */
export async function takeCheckpoint(sql: Sql): Promise<void> {
  const id = newId("checkpoint");
  await sql(undefined, "DELETE FROM book_checkpoints", []);
  const taken = await sql(undefined, insertCheckpoint, [id, clock.now()]);
  if (taken.length > 0) await sql(undefined, insertBalances, [id]);
}
