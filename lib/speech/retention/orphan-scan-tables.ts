import "server-only";
import type pg from "pg";
import { speechFinished } from "@/lib/access/events/finished-job";
import { clock, days } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import type { Listed } from "@/lib/platform/objects/store";
import { openStream } from "@/lib/platform/stream/open";
import type { Objects } from "./objects";
import type { Missing } from "./orphan-scan";

// A million names are compared in temporary tables of one connection, where memory is bounded and joins are cheap.

export async function openScanTables(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE TEMP TABLE found (object text, stored_at timestamptz); CREATE TEMP TABLE awaited (object text);
    CREATE TEMP TABLE named (tracking_id text, object text, ingested_at timestamptz, lives boolean)`);
}

export async function fill(client: pg.ClientBase, listed: Listed[]): Promise<void> {
  const columns = [listed.map(({ object }) => object), listed.map(({ storedAt }) => storedAt ?? null)];
  await client.query("INSERT INTO found SELECT * FROM unnest($1::text[], $2::timestamptz[])", columns);
}

// Two parts, each using the index of what its sweep still has to erase, since most calls were erased long ago.
const named = `
  SELECT tracking_id, object, ingested_at, deleted_at IS NULL AND expires_at > $2 AS lives
  FROM jobs, LATERAL (VALUES (audio_object), (content_object)) AS piece (object)
  WHERE region = $1 AND erased_at IS NULL AND status = 'completed' AND object IS NOT NULL
  UNION ALL
  SELECT tracking_id, input_object, ingested_at, deleted_at IS NULL AND input_expires_at > $2 FROM jobs
  WHERE region = $1 AND input_erased_at IS NULL AND input_object IS NOT NULL`;

// Events in the dead letters may be old and have any content. Their objects live until they expire, at most 30 days.
// Timestamps are compared as text, so that an invalid one cannot fail the statement.
const waiting = `
  SELECT object FROM stream_messages, LATERAL (VALUES (payload->>'audioObject', payload->>'expiresAt'),
    (payload->>'contentObject', payload->>'expiresAt'), (payload->>'inputObject', payload->>'inputExpiresAt')
  ) AS piece (object, lives_until)
  WHERE topic = 'speech.finished' AND object IS NOT NULL
    AND (failed_at IS NULL OR (lives_until > $1 AND created_at > $2))`;

/** Objects named by no row and by no unrecorded event. */
export async function listOrphans(client: pg.ClientBase): Promise<Listed[]> {
  const now = clock.now();
  // Events first: one that is recorded in the meantime is then found as a row, and one that is set aside in the table.
  let names: string[] = [];
  const keep = async () => {
    await client.query("INSERT INTO awaited SELECT unnest($1::text[])", [names]);
    names = [];
  };
  for await (const payload of openStream().listWaiting<Partial<Objects>>(speechFinished)) {
    const { audioObject, contentObject, inputObject } = payload;
    names.push(...[audioObject, contentObject, inputObject].filter((name) => typeof name === "string"));
    if (names.length > 5000) await keep();
  }
  await keep();
  await client.query(`INSERT INTO awaited ${waiting}`, [now.toISOString(), new Date(now.getTime() - days(30))]);
  await client.query(`INSERT INTO named ${named}`, [env.VANG_REGION, now]);
  await client.query("ANALYZE found; ANALYZE named; ANALYZE awaited");
  const nameless = `SELECT object, stored_at FROM found
    WHERE NOT EXISTS (SELECT FROM named WHERE named.object = found.object)
    AND NOT EXISTS (SELECT FROM awaited WHERE awaited.object = found.object)`;
  const { rows } = await client.query<{ object: string; stored_at: Date | null }>(nameless);
  return rows.map(({ object, stored_at }) => ({ object, storedAt: stored_at ?? undefined }));
}

/** Objects of calls recorded before the listing that it did not find. Call after `listNameless`. */
export async function listMissing(client: pg.ClientBase, recordedBefore: Date): Promise<Missing[]> {
  const missing = `SELECT tracking_id AS "trackingId", object FROM named WHERE lives AND ingested_at < $1
    AND NOT EXISTS (SELECT FROM found WHERE found.object = named.object)`;
  return (await client.query<Missing>(missing, [recordedBefore])).rows;
}

export async function countScan(client: pg.ClientBase): Promise<{ expected: number; found: number }> {
  const count = "SELECT (SELECT count(*)::int FROM named) AS expected, (SELECT count(*)::int FROM found) AS found";
  return (await client.query<{ expected: number; found: number }>(count)).rows[0] ?? { expected: 0, found: 0 };
}
