import "server-only";
import type pg from "pg";
import type { ListedObject } from "@/lib/audio/store";
import { clock } from "@/lib/clock";
import { env } from "@/lib/env";
import type { Missing } from "./inventory";

// A million names are compared where memory is bounded and joins are cheap: in tables of one connection.

/** Opens an empty comparison on this connection. */
export async function openInventory(client: pg.ClientBase): Promise<void> {
  await client.query("CREATE TEMP TABLE found (object text, stored_at timestamptz)");
}

export async function fill(client: pg.ClientBase, files: ListedObject[]): Promise<void> {
  const insert = "INSERT INTO found SELECT * FROM unnest($1::text[], $2::timestamptz[])";
  await client.query(insert, [files.map(({ object }) => object), files.map(({ storedAt }) => storedAt)]);
}

const named = `
  SELECT tracking_id, object, ingested_at, deleted_at IS NULL AND lives_until > $2 AS lives FROM jobs, LATERAL (VALUES
    (audio_object, erased_at, expires_at), (content_object, erased_at, expires_at),
    (input_object, input_erased_at, input_expires_at)) AS piece (object, gone_at, lives_until)
  WHERE region = $1 AND object IS NOT NULL AND gone_at IS NULL`;

const waiting = `
  SELECT object FROM stream_messages, LATERAL (VALUES
    (payload->>'audioObject'), (payload->>'contentObject'), (payload->>'inputObject')) AS piece (object)
  WHERE topic = 'speech.finished' AND object IS NOT NULL`;

/** Files that no row names, and no call that still waits to become one. */
export async function listOrphans(client: pg.ClientBase, storedBefore: Date): Promise<string[]> {
  // Calls on the stream first: one that is recorded meanwhile is then seen as a row.
  await client.query(`CREATE TEMP TABLE awaited AS ${waiting}`);
  await client.query("CREATE TEMP TABLE named (tracking_id text, object text, ingested_at timestamptz, lives boolean)");
  await client.query(`INSERT INTO named ${named}`, [env.VANG_REGION, clock.now()]);
  await client.query("ANALYZE found; ANALYZE named; ANALYZE awaited");
  const orphans = `SELECT object FROM found WHERE stored_at < $1
    AND NOT EXISTS (SELECT FROM named WHERE named.object = found.object)
    AND NOT EXISTS (SELECT FROM awaited WHERE awaited.object = found.object)`;
  return (await client.query<{ object: string }>(orphans, [storedBefore])).rows.map(({ object }) => object);
}

/** Objects of calls recorded before the listing began that it did not come upon. After `listOrphans`. */
export async function listMissing(client: pg.ClientBase, recordedBefore: Date): Promise<Missing[]> {
  const missing = `SELECT tracking_id AS "trackingId", object FROM named WHERE lives AND ingested_at < $1
    AND NOT EXISTS (SELECT FROM found WHERE found.object = named.object)`;
  return (await client.query<Missing>(missing, [recordedBefore])).rows;
}

export async function countInventory(client: pg.ClientBase): Promise<{ expected: number; found: number }> {
  const count = "SELECT (SELECT count(*)::int FROM named) AS expected, (SELECT count(*)::int FROM found) AS found";
  return (await client.query<{ expected: number; found: number }>(count)).rows[0] ?? { expected: 0, found: 0 };
}
