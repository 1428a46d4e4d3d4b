import "server-only";
import { clock, minutes } from "@/lib/clock";
import { type Sql, sql, transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { erasePieces } from "./pieces";
import { sealReceipt } from "./receipt";

const batchSize = 200;

/** What is due, from where the last batch ended: one that cannot be erased must not keep the others. */
const due = {
  expired: `SELECT tracking_id AS "trackingId", expires_at AS due, audio_object AS a, content_object AS b FROM jobs
    WHERE region = $1 AND expires_at <= $2 AND erased_at IS NULL AND status = 'completed'
      AND expires_at >= $3 AND (expires_at, tracking_id) > ($3, $4)
    ORDER BY expires_at, tracking_id LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`,
  deleted: `SELECT tracking_id AS "trackingId", deleted_at AS due, audio_object AS a, content_object AS b FROM jobs
    WHERE region = $1 AND deleted_at <= $2 AND erased_at IS NULL
      AND deleted_at >= $3 AND (deleted_at, tracking_id) > ($3, $4)
    ORDER BY deleted_at, tracking_id LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`,
  inputs: `SELECT tracking_id AS "trackingId", input_expires_at AS due, input_object AS a, NULL AS b FROM jobs
    WHERE region = $1 AND input_expires_at <= $2 AND input_object IS NOT NULL AND input_erased_at IS NULL
      AND input_expires_at >= $3 AND (input_expires_at, tracking_id) > ($3, $4)
    ORDER BY input_expires_at, tracking_id LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`,
};

const done = {
  expired: `UPDATE jobs SET erased_at = $2 WHERE tracking_id = ANY($1)`,
  deleted: `UPDATE jobs SET erased_at = $2 WHERE tracking_id = ANY($1)`,
  inputs: `UPDATE jobs SET input_erased_at = $2 WHERE tracking_id = ANY($1)`,
};

type Kind = keyof typeof due;
type Due = { trackingId: string; due: Date; a: string | null; b: string | null };
type Place = Pick<Due, "due" | "trackingId">;

/**
 * Erases the bytes of everything in this region that may no longer be read, and answers of how many calls. Any number
 * of processes may sweep at once. What cannot be erased is logged and left for the next time.
 */
export async function sweep(): Promise<number> {
  let count = 0;
  for (const kind of Object.keys(due) as Kind[]) {
    let place: Place | null = { due: new Date(0), trackingId: "" };
    while (place) {
      const from: Place = place;
      const swept = await transaction((on) => sweepBatch(on, kind, from));
      if (kind !== "inputs") await Promise.all(swept.erased.map(sealReceipt));
      count += swept.erased.length;
      place = swept.next;
    }
  }
  return count;
}

async function sweepBatch(on: Sql, kind: Kind, from: Place): Promise<{ erased: string[]; next: Place | null }> {
  const now = clock.now();
  const rows = await on<Due>(`due-${kind}`, due[kind], [env.VANG_REGION, now, from.due, from.trackingId]);
  const gone = await Promise.all(rows.map(({ trackingId, a, b }) => erasePieces(trackingId, [a, b])));
  const erased = rows.filter((_, index) => gone[index]).map(({ trackingId }) => trackingId);
  if (erased.length > 0) await on(`done-${kind}`, done[kind], [erased, now]);
  return { erased, next: rows.length === batchSize ? (rows.at(-1) ?? null) : null };
}

const oldest = `SELECT least(
  (SELECT min(expires_at) FROM jobs WHERE region = $1 AND erased_at IS NULL AND status = 'completed'),
  (SELECT min(deleted_at) FROM jobs WHERE region = $1 AND deleted_at IS NOT NULL AND erased_at IS NULL),
  (SELECT min(input_expires_at) FROM jobs
    WHERE region = $1 AND input_object IS NOT NULL AND input_erased_at IS NULL)) AS due`;

/** For how long something in this region has been due and is not erased, in milliseconds; 0 when nothing is. */
export async function sweepLag(): Promise<number> {
  const [row] = await sql<{ due: Date | null }>("sweep-lag", oldest, [env.VANG_REGION]);
  return row?.due ? Math.max(0, clock.now().getTime() - row.due.getTime()) : 0;
}

/** Warns while there is still time to the hour within which everything is promised to be gone. */
export async function watchSweep(): Promise<void> {
  const lagMs = await sweepLag();
  if (lagMs > minutes(30)) log.error({ lagMinutes: Math.floor(lagMs / minutes(1)) }, "content waits to be erased");
}
