import "server-only";
import type pg from "pg";
import { speechFinished } from "@/lib/access/events/finished-job";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { db, withOwnConnection } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import type { Listed } from "@/lib/platform/objects/store";
import { openStream } from "@/lib/platform/stream/open";
import { namesOf, type Objects } from "./objects";

export type Missing = { trackingId: string; object: string };
export type OrphanScan = { expected: number; found: number; orphans: string[]; missing: Missing[] };

/** A call is recorded well within this time after its first file was written. */
const namelessMs = minutes(20);

/**
 * Deletes this region's files that belong to no call for twenty minutes. Once a day, and whenever there were such
 * files, also looks for missing ones and stores a signed record; null without one, and while another process runs it.
 */
export const scanForOrphans = (): Promise<OrphanScan | null> =>
  withOwnConnection(async (client) => {
    const lock = "SELECT pg_try_advisory_lock(hashtext('inventory'), hashtext($1)) AS taken";
    const { rows } = await client.query<{ taken: boolean }>(lock, [env.VANG_REGION]);
    return rows[0]?.taken ? compareStoreWithJobs(client) : null;
  });

async function compareStoreWithJobs(client: pg.ClientBase): Promise<OrphanScan | null> {
  const startedAt = clock.now();
  await listStore(client);
  await listNames(client);

  const orphans: string[] = [];
  for (const { object, storedAt = (await objectStore().open(object))?.storedAt } of await listNameless(client))
    if (storedAt && +storedAt < +startedAt - namelessMs) orphans.push(object);
  for (const object of orphans) {
    // If one cannot be deleted, the next run finds it again; the others must not wait.
    await objectStore()
      .delete(object)
      .then(
        () => log.error({ object }, "erased a file that no call names"),
        ({ code }) => log.error({ object, code }, "a file that no call names could not be erased"),
      );
  }

  if (orphans.length === 0 && !(await isRecordDue())) return null;

  const missing = await listMissing(client, startedAt);
  for (const { trackingId } of missing) log.error({ trackingId }, "a call's file is missing");
  const inventory = { ...(await countScan(client)), orphans, missing };
  const row = { id: newId("inventory"), region: env.VANG_REGION, takenAt: startedAt, ...inventory };
  await db.inventory.create({ data: { ...row, signature: signScan(row) } });
  return inventory;
}

async function isRecordDue(): Promise<boolean> {
  const last = await db.inventory.findFirst({
    where: { region: env.VANG_REGION },
    orderBy: { takenAt: "desc" },
    select: { takenAt: true },
  });
  return !last || clock.now().getTime() - last.takenAt.getTime() >= hours(24);
}

// A million names are compared in temporary tables of one connection, where memory is bounded and joins are cheap.

const batchSize = 5000;

/** Creates the tables, and fills `found` with what the store has. */
async function listStore(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE TEMP TABLE found (object text, stored_at timestamptz); CREATE TEMP TABLE awaited (object text);
    CREATE TEMP TABLE named (tracking_id text, object text, ingested_at timestamptz, lives boolean)`);
  let batch: Listed[] = [];
  const fill = async () => {
    const columns = [batch.map(({ object }) => object), batch.map(({ storedAt }) => storedAt ?? null)];
    await client.query("INSERT INTO found SELECT * FROM unnest($1::text[], $2::timestamptz[])", columns);
    batch = [];
  };
  for await (const object of objectStore().list()) {
    batch.push(object);
    if (batch.length === batchSize) await fill();
  }
  await fill();
}

// Two parts, each using the index of what its sweep still has to erase, since most calls were erased long ago.
const namedByJobs = `
  SELECT tracking_id, object, ingested_at, deleted_at IS NULL AND expires_at > $2 AND NOT keeps_nothing AS lives
  FROM jobs, LATERAL (VALUES (audio_object), (content_object), (edits_object)) AS piece (object)
  WHERE region = $1 AND erased_at IS NULL AND status = 'completed' AND object IS NOT NULL
  UNION ALL
  SELECT tracking_id, input_object, ingested_at, deleted_at IS NULL AND input_expires_at > $2 FROM jobs
  WHERE region = $1 AND input_erased_at IS NULL AND input_object IS NOT NULL
  UNION ALL
  SELECT u.id, object, created_at, false FROM stored_uploads u, LATERAL (
    SELECT metadata_object AS object UNION ALL SELECT p.object FROM upload_pieces p WHERE p.upload_id = u.id) AS part
  WHERE region = $1 AND object IS NOT NULL
  UNION ALL
  SELECT j.id, object, created_at, false FROM long_jobs j, LATERAL (
    SELECT unnest(ARRAY[j.request_object, j.audio_object]) AS object UNION ALL
    SELECT unnest(ARRAY[s.input_object, s.result_object]) FROM long_job_steps s WHERE s.job_id = j.id) AS part
  WHERE region = $1 AND object IS NOT NULL
  UNION ALL
  SELECT tracking_id, draft_object, created_at, false FROM live_sessions WHERE region = $1 AND draft_object IS NOT NULL`;

// Events in the dead letters may be old and have any content. Their objects live until they expire, at most 30 days.
// Timestamps are compared as text, so that an invalid one cannot fail the statement.
const namedByMessages = `
  SELECT object FROM stream_messages, LATERAL (VALUES (payload->>'audioObject', payload->>'expiresAt'),
    (payload->>'contentObject', payload->>'expiresAt'), (payload->>'inputObject', payload->>'inputExpiresAt')
  ) AS piece (object, lives_until)
  WHERE topic = 'speech.finished' AND object IS NOT NULL
    AND (failed_at IS NULL OR (lives_until > $1 AND created_at > $2))`;

/** Fills `awaited` with the objects of unrecorded events, and `named` with those of jobs. */
async function listNames(client: pg.ClientBase): Promise<void> {
  const now = clock.now();
  // Events first: one that is recorded in the meantime is then found as a row, and one that is set aside in the table.
  let names: string[] = [];
  const fill = async () => {
    await client.query("INSERT INTO awaited SELECT unnest($1::text[])", [names]);
    names = [];
  };
  for await (const payload of openStream().listWaiting<Partial<Objects>>(speechFinished)) {
    const { audioObject = null, contentObject = null, inputObject = null } = payload;
    names.push(...namesOf({ audioObject, contentObject, inputObject }));
    if (names.length > batchSize) await fill();
  }
  await fill();
  await client.query(`INSERT INTO awaited ${namedByMessages}`, [now.toISOString(), new Date(now.getTime() - days(30))]);
  await client.query(`INSERT INTO named ${namedByJobs}`, [env.VANG_REGION, now]);
  await client.query("ANALYZE found; ANALYZE named; ANALYZE awaited");
}

/** Objects named by no row and by no unrecorded event. */
async function listNameless(client: pg.ClientBase): Promise<Listed[]> {
  const nameless = `SELECT object, stored_at FROM found
    WHERE NOT EXISTS (SELECT FROM named WHERE named.object = found.object)
    AND NOT EXISTS (SELECT FROM awaited WHERE awaited.object = found.object)`;
  const { rows } = await client.query<{ object: string; stored_at: Date | null }>(nameless);
  return rows.map(({ object, stored_at }) => ({ object, storedAt: stored_at ?? undefined }));
}

/** Objects of calls recorded before the listing that it did not find, but for those written or erased during it. */
async function listMissing(client: pg.ClientBase, recordedBefore: Date): Promise<Missing[]> {
  const sought = `SELECT tracking_id AS "trackingId", object FROM named WHERE lives AND ingested_at < $1
    AND NOT EXISTS (SELECT FROM found WHERE found.object = named.object)`;
  const { rows } = await client.query<Missing>(sought, [recordedBefore]);
  const missing: Missing[] = [];
  for (const { trackingId, object } of rows) {
    if (await objectStore().open(object)) continue;
    const job = await db.job.findUnique({ where: { trackingId } });
    const isErased = job?.deletedAt || (job?.inputObject === object ? job.inputErasedAt : job?.erasedAt);
    // A member who saves a change of a transcript replaces the object of the one before.
    const isReplaced = job && !namesOf(job).includes(object);
    if (!isErased && !isReplaced) missing.push({ trackingId, object });
  }
  return missing;
}

async function countScan(client: pg.ClientBase): Promise<{ expected: number; found: number }> {
  const count = "SELECT (SELECT count(*)::int FROM named) AS expected, (SELECT count(*)::int FROM found) AS found";
  return (await client.query<{ expected: number; found: number }>(count)).rows[0] ?? { expected: 0, found: 0 };
}

type Row = OrphanScan & { id: string; region: string; takenAt: Date };

export const signScan = ({ id, region, takenAt, expected, found, orphans, missing }: Row): string => {
  const named = missing.map(({ trackingId, object }) => [trackingId, object]);
  const said = [id, region, takenAt.toISOString(), expected, found, orphans, named];
  return hmac(env.VANG_LINK_SECRET, `inventory.${JSON.stringify(said)}`);
};
