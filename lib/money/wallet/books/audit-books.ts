import "server-only";
import { createHash } from "node:crypto";
import { clock, hours } from "@/lib/platform/clock";
import type { Connection, Sql } from "@/lib/platform/db";
import { type Checkpoint, dropForeignCheckpoints, findCheckpoint, isOutgrown, takeCheckpoint } from "./checkpoint";
import { type Difference, findDifferences, findDifferencesSince } from "./differences";
import { keepUncharged, type Uncharged } from "./uncharged";

export type Audit = {
  isFull: boolean;
  differences: Difference[];
  /** Those that were not known yet. */
  uncharged: Uncharged[];
};

export async function inOneSnapshot<Result>(client: Connection, work: (sql: Sql) => Promise<Result>) {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  const result = await work(client.sql);
  await client.query("COMMIT");
  return result;
}

/**
 * Starts at the checkpoint; from the beginning once a day, without a checkpoint, and when a balance differs, to
 * distinguish a wrong balance from a wrong checkpoint. Only one audit runs at a time.
 */
export async function auditBooks(client: Connection): Promise<Audit> {
  const { sql } = client;
  await dropForeignCheckpoints(sql);
  const checkpoint = (await isFullAuditDue(sql)) ? null : await findCheckpoint(sql);
  const audit = checkpoint && (await inOneSnapshot(client, (sql) => auditSince(sql, checkpoint)));
  return audit ?? inOneSnapshot(client, (sql) => auditAll(sql, checkpoint));
}

/** Null when a balance differs from checkpoint and transfers. */
async function auditSince(sql: Sql, checkpoint: Checkpoint): Promise<Audit | null> {
  const differences = await findDifferencesSince(sql, checkpoint);
  if (differences.some(({ witness }) => witness === "transfers")) return null;
  const uncharged = await keepUncharged(sql, checkpoint);
  if (differences.length === 0 && (await isOutgrown(sql, checkpoint))) await takeCheckpoint(sql);
  return keep(sql, { isFull: false, differences, uncharged }, false);
}

/** All transfers, and the jobs since a checkpoint: to confirm a difference soon, not all of them. */
async function auditAll(sql: Sql, jobsSince: Checkpoint | null): Promise<Audit> {
  const differences = await findDifferences(sql, await findCheckpoint(sql));
  const uncharged = await keepUncharged(sql, jobsSince);
  if (differences.every(({ witness }) => witness === "checkpoint")) await takeCheckpoint(sql);
  return keep(sql, { isFull: true, differences, uncharged }, !jobsSince);
}

const result = `
  INSERT INTO book_audits (id, audited_at, fully_audited_at, differences, fingerprint) VALUES (1, $1, $1, $2, $4)
  ON CONFLICT (id) DO UPDATE SET audited_at = $1, differences = $2, fingerprint = $4,
    fully_audited_at = CASE WHEN $3 THEN $1 ELSE book_audits.fully_audited_at END`;

async function keep(sql: Sql, audit: Audit, hasReadAll: boolean): Promise<Audit> {
  const { differences } = audit;
  await sql(undefined, result, [clock.now(), differences.length, hasReadAll, fingerprintOf(differences)]);
  return audit;
}

/** The same while the same accounts differ by the same amounts, whatever else is posted to them. */
const fingerprintOf = (differences: readonly Difference[]): string =>
  createHash("sha256")
    .update(
      differences
        .map(
          ({ accountId, witness, balanceMilli, derivedMilli }) =>
            `${accountId} ${witness} ${balanceMilli - derivedMilli}`,
        )
        .sort()
        .join("\n"),
    )
    .digest("base64url");

async function isFullAuditDue(sql: Sql): Promise<boolean> {
  const [last] = await sql<{ at: Date }>(undefined, "SELECT fully_audited_at AS at FROM book_audits", []);
  return !last || clock.now().getTime() - last.at.getTime() >= hours(24);
}
