import "server-only";
import { type FinishedJob, finishedJobColumns } from "@/lib/access/events/finished-job";
import { seconds } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";

const listed = finishedJobColumns.map(({ column }) => column);
const typed = finishedJobColumns.map(({ field, type }) => `"${field}" ${type}`);
const fields = finishedJobColumns.map(({ field }) => `call."${field}"`);
const calls = `json_to_recordset($1::json) AS call (${typed})`;

/** How long a worker that is cut off keeps its locks. Requests of the same businesses wait for them, up to 10 s. */
const cutOffMs = seconds(4);

const record = `
  INSERT INTO jobs (${listed}, usage_counted, hours_counted) SELECT ${fields}, true, true FROM ${calls}
  ON CONFLICT (tracking_id) DO NOTHING
  RETURNING tracking_id AS "trackingId", set_config('idle_in_transaction_session_timeout', '${cutOffMs}', true)`;

// Not the price, which earlier releases did not record, nor what is erased with the content.
const notCompared: (keyof FinishedJob)[] = ["priceId", "units", "metadata", "spark", "marks"];
const compared = finishedJobColumns.filter(({ field }) => !notCompared.includes(field));
const recordedFields = compared.map(({ column }) => `jobs.${column}`);
const comparedFields = compared.map(({ field }) => `call."${field}"`);

const conflicting = `
  SELECT "trackingId" FROM ${calls} JOIN jobs ON tracking_id = "trackingId"
  WHERE (${recordedFields}) IS DISTINCT FROM (${comparedFields})`;

type Known = { trackingId: string };

/** Inserts the calls not yet recorded in one statement and returns their tracking IDs. */
export async function recordCalls(sql: Sql, finished: FinishedJob[]): Promise<string[]> {
  const recorded = await sql<Known>("record-calls", record, [JSON.stringify(finished)]);
  return recorded.map(({ trackingId }) => trackingId);
}

/** The tracking IDs already recorded with different content, which is kept. */
export async function findConflicts(sql: Sql, finished: FinishedJob[]): Promise<string[]> {
  const conflicts = await sql<Known>("conflicting-calls", conflicting, [JSON.stringify(finished)]);
  return conflicts.map(({ trackingId }) => trackingId);
}
