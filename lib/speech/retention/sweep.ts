import "server-only";
import { clock, days, minutes } from "@/lib/platform/clock";
import { type Sql, sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { eraseObjects, eraseRepeats } from "./objects";
import { sealReceipt } from "./receipt";

const batchSize = 200;

/** Due content after the end of the last batch, so that one failure does not block the others. */
const due = {
  expired: `SELECT tracking_id AS "trackingId", expires_at AS due, audio_object AS a, content_object AS b,
      edits_object AS c, NULL AS d FROM jobs
    WHERE region = $1 AND expires_at <= $2 AND erased_at IS NULL AND status = 'completed' AND deleted_at IS NULL
      AND expires_at >= $3 AND (expires_at, tracking_id) > ($3, $4)
    ORDER BY expires_at, tracking_id LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`,
  // All objects, the input too: only then does the receipt say that they are deleted.
  deleted: `SELECT tracking_id AS "trackingId", deleted_at AS due, audio_object AS a, content_object AS b,
      input_object AS c, edits_object AS d FROM jobs
    WHERE region = $1 AND deleted_at <= $2 AND erased_at IS NULL
      AND deleted_at >= $3 AND (deleted_at, tracking_id) > ($3, $4)
    ORDER BY deleted_at, tracking_id LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`,
  inputs: `SELECT tracking_id AS "trackingId", input_expires_at AS due, input_object AS a, NULL AS b, NULL AS c,
      NULL AS d FROM jobs
    WHERE region = $1 AND input_expires_at <= $2 AND input_object IS NOT NULL AND input_erased_at IS NULL
      AND deleted_at IS NULL AND input_expires_at >= $3 AND (input_expires_at, tracking_id) > ($3, $4)
    ORDER BY input_expires_at, tracking_id LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`,
};

const doneWith = {
  expired: `UPDATE jobs SET spark = NULL, marks = NULL, erased_at = $2 WHERE tracking_id = ANY($1)`,
  deleted: `UPDATE jobs SET metadata = NULL, spark = NULL, marks = NULL, erased_at = $2, input_erased_at = CASE WHEN input_object IS NOT NULL
    THEN coalesce(input_erased_at, $2) END WHERE tracking_id = ANY($1)`,
  inputs: `UPDATE jobs SET input_erased_at = $2 WHERE tracking_id = ANY($1)`,
};

type Kind = keyof typeof due;
type Due = { trackingId: string; due: Date } & Record<"a" | "b" | "c" | "d", string | null>;
type Place = Pick<Due, "due" | "trackingId">;

/** Deletes content that is due, and returns of how many calls. Failed deletions are logged and retried by the next sweep. */
export async function eraseDueContent(): Promise<number> {
  let count = 0;
  for (const kind of Object.keys(due) as Kind[]) {
    let place: Place | null = { due: new Date(0), trackingId: "" };
    while (place) {
      const from: Place = place;
      const swept = await transaction((on) => sweepBatch(on, kind, from));
      if (kind === "deleted") await Promise.all(swept.erased.map(sealReceipt));
      count += swept.erased.length;
      place = swept.next;
    }
  }
  return count;
}

async function sweepBatch(on: Sql, kind: Kind, from: Place): Promise<{ erased: string[]; next: Place | null }> {
  const now = clock.now();
  const rows = await on<Due>(`due-${kind}`, due[kind], [env.VANG_REGION, now, from.due, from.trackingId]);
  const gone = await Promise.all(rows.map((row) => eraseObjects(row.trackingId, objectsOf([row]))));

  // Content once found due stays unreadable, even if its file remains and the clock is set back.
  for (const row of rows.filter((_, index) => !gone[index])) {
    const insert =
      "INSERT INTO doomed_objects (tracking_id, object) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING";
    await on("doom", insert, [row.trackingId, objectsOf([row])]);
  }
  const done = rows.filter((_, index) => gone[index]);
  const erased = done.map(({ trackingId }) => trackingId);
  if (done.length > 0) {
    await on(`done-${kind}`, doneWith[kind], [erased, now]);
    await on("undoom", "DELETE FROM doomed_objects WHERE object = ANY($1)", [objectsOf(done)]);
  }
  return { erased, next: rows.length === batchSize ? (rows.at(-1) ?? null) : null };
}

const objectsOf = (rows: Due[]) => rows.flatMap(({ a, b, c, d }) => [a, b, c, d].filter((object) => object !== null));

const oldestDue = `SELECT least(
  (SELECT min(expires_at) FROM jobs
    WHERE region = $1 AND erased_at IS NULL AND status = 'completed' AND deleted_at IS NULL),
  (SELECT min(deleted_at) FROM jobs WHERE region = $1 AND deleted_at IS NOT NULL AND erased_at IS NULL),
  (SELECT min(input_expires_at) FROM jobs
    WHERE region = $1 AND input_object IS NOT NULL AND input_erased_at IS NULL)) AS due`;

/** How long the oldest undeleted content in this region has been due, in milliseconds; 0 when there is none. */
export async function sweepLag(): Promise<number> {
  const [row] = await sql<{ due: Date | null }>("sweep-lag", oldestDue, [env.VANG_REGION]);
  return row?.due ? Math.max(0, clock.now().getTime() - row.due.getTime()) : 0;
}

/** Warns early enough before the promised hour is over. */
export async function watchSweep(): Promise<void> {
  const lagMs = await sweepLag();
  if (lagMs > minutes(30)) log.error({ lagMinutes: Math.floor(lagMs / minutes(1)) }, "content waits to be erased");
}

const markedAtOnce = 1000;

// What is older has expired: no content is kept for more than 30 days.
const markWithoutMembers = `
  WITH marked AS (
    UPDATE jobs SET deleted_at = $1, erased_at = NULL, metadata = NULL, spark = NULL, marks = NULL WHERE tracking_id IN (
      SELECT j.tracking_id FROM businesses b JOIN jobs j ON j.business_id = b.id
      WHERE b.archived_at > $2 AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.business_id = b.id)
        AND j.created_at > $2 AND j.deleted_at IS NULL
      LIMIT ${markedAtOnce} FOR NO KEY UPDATE OF j SKIP LOCKED)
    RETURNING tracking_id
  ), ${eraseRepeats("SELECT tracking_id FROM marked")}
  SELECT 1 FROM marked`;

/** Marks the results of businesses whose last member deleted their account as deleted; the sweep then erases them. */
export async function deleteWithoutMembers(): Promise<void> {
  const now = clock.now();
  while (
    (await sql("delete-without-members", markWithoutMembers, [now, new Date(+now - days(31))])).length === markedAtOnce
  );
}
