import "server-only";
import { createHash } from "node:crypto";
import { formatMilli } from "@/lib/platform/amounts";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { type Connection, type Sql, sql, withOwnConnection } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
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

/** Further differences are only counted, since an error in all accounts must not fill the log. */
const mostLogged = 20;

/** Audits the books and logs differences. Null while another process audits. */
export const watchBooks = (): Promise<Audit | null> =>
  withOwnConnection(async (client) => {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtext('books')) AS taken");
    if (!rows[0]?.taken) return null;
    const audit = await auditBooks(client);
    report(audit);
    return audit;
  });

function report({ differences, uncharged }: Audit): void {
  for (const { accountId, witness, balanceMilli, derivedMilli } of differences.slice(0, mostLogged)) {
    const [balance, derived] = [formatMilli(balanceMilli), formatMilli(derivedMilli)];
    const difference = formatMilli(balanceMilli - derivedMilli);
    const said = { accountId, witness, balance, derived, difference, differences: differences.length };
    if (witness === "checkpoint") log.error(said, "the checkpoint of the books is wrong");
    else log.error(said, "the books do not balance");
  }
  if (uncharged.length > 0) log.error({ count: uncharged.length }, "jobs are recorded without their charge");
}

export type BookStatus = "balanced" | "difference" | "unknown";

const newest = `SELECT audited_at AS "auditedAt", differences FROM book_audits WHERE id = 1`;

export type BookAudit = { auditedAt: Date; differences: number };

/** The latest audit; undefined before the first. */
export async function newestAudit(): Promise<BookAudit | undefined> {
  const [audit] = await sql<BookAudit>("book-status", newest, []);
  return audit;
}

/** The result of the latest audit; unknown when no worker made one in the last five minutes. */
export async function bookStatus(): Promise<BookStatus> {
  const audit = await newestAudit();
  if (!audit || clock.now().getTime() - audit.auditedAt.getTime() > minutes(5)) return "unknown";
  return audit.differences === 0 ? "balanced" : "difference";
}
