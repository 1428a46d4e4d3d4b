import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { speechFinished } from "@/lib/access/events/finished-job";
import { eraseRepeats } from "@/lib/speech/retention/objects";
import { ensureDatabase, writableByServer } from "@/scripts/database.mjs";
import type { Place } from "./place";

/**
 * `repeated`: how many rows each act changed; null for none, because of `notRepeated`. `unknownAccounts`: accounts that
 * the replaced database does not have and whose deletion it does not record.
 */
export type Repeated = {
  endedSessions: number;
  repeated: Record<string, number> | null;
  notRepeated: string | null;
  unknownAccounts: string[];
};

/** What the replaced database is asked for, by table; only columns that every release with backups has. */
const factsSince = (since: string) => ({
  users: "SELECT id, password_hash, password_changed_at, must_reset_password FROM users",
  memberships: "SELECT user_id, business_id FROM memberships",
  staff_members: "SELECT user_id FROM staff_members",
  businesses: "SELECT id, archived_at, suspended_at, suspended_reason, suspended_for FROM businesses",
  invitations: "SELECT id, cancelled_at FROM invitations WHERE cancelled_at IS NOT NULL",
  // Those of the playground end with their sessions.
  api_keys: "SELECT * FROM api_keys WHERE kind <> 'playground'",
  deletion_receipts: `SELECT * FROM deletion_receipts WHERE requested_at > ${since}`,
  audit_events: `SELECT business_id, action, subject, actor_id FROM audit_events
    WHERE action IN ('member.removed', 'member.left', 'staff.revoked', 'business.archived') AND at > ${since}`,
});

/**
 * A missing row alone proves nothing: the replaced database may be a new one, or one restored from an older backup, or
 * have lost the row, for which it is restored. It has to be recorded in an audit log, too.
 */
const isMissing = (table: string, ...key: string[]) =>
  `NOT EXISTS (SELECT FROM old_${table} o WHERE ${key.map((column) => `o.${column} = ${table}.${column}`).join(" AND ")})`;

/** Copies `columns` where the first of them is set in the replaced database only. */
const copyEnd = (table: string, ...columns: [string, ...string[]]) =>
  `UPDATE ${table} t SET ${columns.map((column) => `${column} = o.${column}`)} FROM old_${table} o
    WHERE o.id = t.id AND o.${columns[0]} IS NOT NULL AND t.${columns[0]} IS NULL`;

const objects = ["audio", "content", "input"] as const;

const acts: Record<string, string> = {
  // The same personal data as `lib/people/account/delete-account.ts`; the rest goes along with the row.
  deletedAccounts: `WITH gone AS (DELETE FROM users WHERE ${isMissing("users", "id")} AND id IN (
        SELECT subject FROM old_audit_events
        UNION SELECT actor_id FROM old_audit_events WHERE action = 'business.archived'
        UNION SELECT user_id FROM memberships JOIN old_audit_events USING (business_id) WHERE actor_id = 'system')
      RETURNING id, email, picture_id),
    invited AS (DELETE FROM invitations WHERE email IN (SELECT email FROM gone)
      OR accepted_by_id IN (SELECT id FROM gone) RETURNING id),
    details AS (DELETE FROM audit_details WHERE actor_id IN (SELECT id FROM gone)
      OR invitation_id IN (SELECT id FROM invited)),
    claims AS (UPDATE bank_claims SET note = '' WHERE created_by_id IN (SELECT id FROM gone)),
    messages AS (UPDATE claim_messages SET text = '' WHERE author_id IN (SELECT id FROM gone) AND NOT from_staff),
    images AS (DELETE FROM pictures WHERE id IN (SELECT picture_id FROM gone))
    SELECT FROM gone`,
  removedMembers: `DELETE FROM memberships WHERE ${isMissing("memberships", "user_id", "business_id")}
    AND (business_id, user_id) IN (SELECT business_id, subject FROM old_audit_events)`,
  removedStaff: `DELETE FROM staff_members WHERE ${isMissing("staff_members", "user_id")}
    AND user_id IN (SELECT subject FROM old_audit_events WHERE action = 'staff.revoked')`,
  changedPasswords: `UPDATE users t SET password_hash = o.password_hash, password_changed_at = o.password_changed_at,
      must_reset_password = o.must_reset_password FROM old_users o
    WHERE o.id = t.id AND (o.password_changed_at > coalesce(t.password_changed_at, '-infinity')
      OR (o.must_reset_password AND NOT t.must_reset_password))`,
  canceledInvitations: copyEnd("invitations", "cancelled_at"),
  suspendedBusinesses: copyEnd("businesses", "suspended_at", "suspended_reason", "suspended_for"),
  archivedBusinesses: copyEnd("businesses", "archived_at"),
  // Those whose present secret was replaced get the new one; the old ones follow with their ends.
  rotatedKeys: `UPDATE api_keys t SET fingerprint = o.fingerprint, pepper_id = o.pepper_id, hint = o.hint,
      secret_issued_by_id = o.secret_issued_by_id, exposed_at = o.exposed_at, exposed_where = o.exposed_where
    FROM old_api_keys o, old_api_keys former
    WHERE o.id = t.id AND former.replaced_by_id = t.id AND former.fingerprint = t.fingerprint`,
  formerSecrets: `INSERT INTO api_keys SELECT * FROM old_api_keys
    WHERE replaced_by_id IN (SELECT id FROM api_keys) ON CONFLICT DO NOTHING`,
  expiredKeys: `UPDATE api_keys t SET expires_at = o.expires_at FROM old_api_keys o
    WHERE o.id = t.id AND o.expires_at <= now() AND o.expires_at < coalesce(t.expires_at, 'infinity')`,
  revokedKeys: copyEnd("api_keys", "revoked_at", "leaked_at", "leak_source", "leak_url"),
  // The sweeper deletes the files; of jobs that were not on record yet, when they expire.
  erasedResults: `WITH erased AS (INSERT INTO deletion_receipts SELECT * FROM old_deletion_receipts
      ON CONFLICT DO NOTHING RETURNING tracking_id, requested_at),
    marked AS (UPDATE jobs t SET deleted_at = e.requested_at, erased_at = NULL, input_erased_at = NULL,
      metadata = NULL, spark = NULL, marks = NULL FROM erased e WHERE e.tracking_id = t.tracking_id),
    ${eraseRepeats("SELECT tracking_id FROM erased")},
    letters AS (DELETE FROM stream_messages WHERE topic = '${speechFinished}' AND failed_at IS NOT NULL
      AND key IN (SELECT tracking_id FROM erased)),
    waiting AS (UPDATE stream_messages SET payload = payload || '{"metadata": null, "spark": null, "marks": null}'
      WHERE topic = '${speechFinished}' AND failed_at IS NULL AND key IN (SELECT tracking_id FROM erased)),
    doomed AS (INSERT INTO doomed_objects (object, tracking_id) SELECT object, tracking_id FROM (
      SELECT tracking_id, unnest(ARRAY[${objects.map((kind) => `${kind}_object`)}]) AS object FROM jobs
      UNION ALL SELECT key, unnest(ARRAY[${objects.map((kind) => `payload->>'${kind}Object'`)}]) FROM stream_messages
    ) named JOIN erased USING (tracking_id) WHERE object IS NOT NULL ON CONFLICT DO NOTHING)
    SELECT FROM erased`,
};

/**
 * Ends all sessions and shared links in the restored database, and repeats there what the database in `data` knows to be gone since the
 * backup: in one transaction, so all of it or, with the reason, nothing.
 */
export async function repeatEnds(ownerUrl: string, { data, before }: Place, createdAt: string): Promise<Repeated> {
  const ended = "UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL";
  const endedSessions = (await withClient(ownerUrl, (to) => to.query(ended))).rowCount ?? 0;
  // Which of them were withdrawn since is not known here, and they last for days only. Older archives have none.
  const endLinks = "UPDATE shared_traces SET ended_at = now() WHERE ended_at IS NULL";
  await withClient(ownerUrl, async (to) => {
    const { rows } = await to.query("SELECT to_regclass('shared_traces') IS NOT NULL AS known");
    if (rows[0]?.known) await to.query(endLinks);
  });
  const none = { endedSessions, repeated: null, unknownAccounts: [] };
  if (!before) return { ...none, notRepeated: "no installation was replaced" };
  try {
    return { ...none, ...(await repeatFrom(data, ownerUrl, createdAt)), notRepeated: null };
  } catch (error) {
    // It may name a file, which is moved aside next.
    const why = (error as Error).message.replaceAll(data, before);
    return { ...none, notRepeated: `the replaced database cannot be used (${why})` };
  }
}

async function repeatFrom(replaced: string, ownerUrl: string, createdAt: string) {
  const directory = join(replaced, "postgres");
  // A missing one would be made.
  if (!existsSync(join(writableByServer(directory), "data/PG_VERSION"))) throw new Error("it is not there");
  const database = await ensureDatabase({ directory });
  try {
    return await withClient(database.ownerUrl, (from) => withClient(ownerUrl, (to) => repeat(from, to, createdAt)));
  } finally {
    await database.release();
  }
}

async function repeat(from: pg.Client, to: pg.Client, createdAt: string) {
  await to.query("BEGIN");
  // What was committed after the backup may have begun before it.
  for (const [table, query] of Object.entries(factsSince(`'${createdAt}'::timestamptz - interval '1 day'`))) {
    await to.query(`CREATE TEMP TABLE old_${table} ON COMMIT DROP AS SELECT * FROM ${table} WITH NO DATA`);
    const parts = await from.query<{ rows: string }>(
      `SELECT json_agg(r)::text AS rows FROM (SELECT q.*, row_number() OVER () / 10000 AS part FROM (${query}) q) r
       GROUP BY part`,
    );
    for (const { rows } of parts.rows)
      await to.query(`INSERT INTO old_${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [rows]);
  }
  const repeated: Record<string, number> = {};
  for (const [name, act] of Object.entries(acts)) repeated[name] = (await to.query(act)).rowCount ?? 0;
  const unknown = await to.query<{ id: string }>(`SELECT id FROM users WHERE ${isMissing("users", "id")} ORDER BY id`);
  await to.query("COMMIT");
  return { repeated, unknownAccounts: unknown.rows.map(({ id }) => id) };
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  client.on("error", () => undefined); // the running statement fails, too
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
