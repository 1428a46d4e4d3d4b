import "server-only";
import { createHash } from "node:crypto";
import { formatMilli } from "@/lib/platform/amounts";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { type Connection, type Sql, sql, withOwnConnection } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { dropForeignCheckpoints, findCheckpoint, isOutgrown, takeCheckpoint } from "./checkpoint";
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
  await dropForeignCheckpoints(client.sql);
  const [last] = await client.sql<{ at: Date }>(undefined, "SELECT fully_audited_at AS at FROM book_audits", []);
  const isFullAuditDue = !last || clock.now().getTime() - last.at.getTime() >= hours(24);
  const checkpoint = isFullAuditDue ? null : await findCheckpoint(client.sql);

  const sinceCheckpoint =
    checkpoint &&
    (await inOneSnapshot(client, async (sql): Promise<Audit | null> => {
      const differences = await findDifferencesSince(sql, checkpoint);
      if (differences.some(({ witness }) => witness === "transfers")) return null;
      const uncharged = await keepUncharged(sql, checkpoint);
      if (differences.length === 0 && (await isOutgrown(sql, checkpoint))) await takeCheckpoint(sql);
      return keepResult(sql, { isFull: false, differences, uncharged }, false);
    }));
  if (sinceCheckpoint) return sinceCheckpoint;

  // All transfers, but only the jobs since the checkpoint, if there is one: that confirms a difference soon.
  return inOneSnapshot(client, async (sql) => {
    const differences = await findDifferences(sql, await findCheckpoint(sql));
    const uncharged = await keepUncharged(sql, checkpoint);
    if (differences.every(({ witness }) => witness === "checkpoint")) await takeCheckpoint(sql);
    return keepResult(sql, { isFull: true, differences, uncharged }, !checkpoint);
  });
}

const insertResult = `
  INSERT INTO book_audits (id, audited_at, fully_audited_at, differences, fingerprint) VALUES (1, $1, $1, $2, $4)
  ON CONFLICT (id) DO UPDATE SET audited_at = $1, differences = $2, fingerprint = $4,
    fully_audited_at = CASE WHEN $3 THEN $1 ELSE book_audits.fully_audited_at END`;

async function keepResult(sql: Sql, audit: Audit, hasReadAll: boolean): Promise<Audit> {
  const { differences } = audit;
  // The same fingerprint while the same accounts differ by the same amounts, whatever else is posted to them.
  const lines = differences.map(
    ({ accountId, witness, balanceMilli, derivedMilli }) => `${accountId} ${witness} ${balanceMilli - derivedMilli}`,
  );
  const fingerprint = createHash("sha256").update(lines.sort().join("\n")).digest("base64url");
  await sql(undefined, insertResult, [clock.now(), differences.length, hasReadAll, fingerprint]);
  return audit;
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
