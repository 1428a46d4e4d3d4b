import "server-only";
import { type FinishedJob, finishedJobColumns, finishedJobSchema } from "@/lib/access/events/finished-job";
import { recordJobEvents } from "@/lib/access/events/record-jobs";
import { addToDays, addToHours } from "@/lib/money/usage/roll-up";
import { captureHolds } from "@/lib/money/wallet/settle";
import { seconds } from "@/lib/platform/clock";
import { type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Handler } from "@/lib/platform/stream/stream";

/**
 * All or none. A recorded call is skipped, so a batch may be delivered any number of times; the same tracking ID with
 * other content is reported. Throws when any event is malformed: the stream then delivers them one by one.
 */
export const ingest: Handler<unknown> = async (events) => {
  const finished = events
    .map(({ payload }) => finishedJobSchema.parse(payload))
    // The same order in all batches, so that batches with common calls wait for each other instead of deadlocking.
    .sort((a, b) => (a.trackingId < b.trackingId ? -1 : 1));
  await transaction(async (sql) => {
    const fresh = await recordFinished(sql, finished);
    await recordJobEvents(sql, fresh);
    if (fresh.length < finished.length) await reportConflicts(sql, finished);

    // Last, because it locks the revenue account, which all batches share. Never more than the record says. The hold of a
    // failed or free call was already released; if its process died, the reaper releases it.
    const charged = fresh.filter(({ amountMilli }) => amountMilli !== "0");
    const charges = charged.map(({ trackingId, amountMilli, units }) => ({
      trackingId,
      amountMilli: BigInt(amountMilli),
      units,
    }));
    const count = charged.length - (await captureHolds(sql, charges, fresh.filter(isLive)));
    if (count > 0) log.error({ count }, "calls are on record without their charge");
  });
};

/** Writes calls into history and usage, but for their charges and metadata, and returns those that were not recorded yet. */
export async function recordFinished(sql: Sql, finished: FinishedJob[]): Promise<FinishedJob[]> {
  const recorded = new Set(await recordCalls(sql, finished));
  const fresh = finished.filter(({ trackingId }) => recorded.has(trackingId));
  const live = fresh.filter(isLive);
  await addToDays(sql, live);
  await addToHours(sql, live);
  return fresh;
}

/** Whether it is charged and counted. */
export const isLive = ({ mode }: FinishedJob): boolean => mode === "live";

const columns = finishedJobColumns.map(({ column }) => column);
const typedFields = finishedJobColumns.map(({ field, type }) => `"${field}" ${type}`);
const callFields = finishedJobColumns.map(({ field }) => `call."${field}"`);
const calls = `json_to_recordset($1::json) AS call (${typedFields})`;

/** How long a worker that is cut off keeps its locks. Requests of the same businesses wait for them, up to 10 s. */
const cutOffMs = seconds(4);

const insertCalls = `
  INSERT INTO jobs (${columns}) SELECT ${callFields} FROM ${calls}
  ON CONFLICT (tracking_id) DO NOTHING
  RETURNING tracking_id AS "trackingId", set_config('idle_in_transaction_session_timeout', '${cutOffMs}', true),
    set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;

/** Inserts the calls not yet recorded in one statement and returns their tracking IDs. */
export async function recordCalls(sql: Sql, finished: FinishedJob[]): Promise<string[]> {
  const recorded = await sql<{ trackingId: string }>("record-calls", insertCalls, [JSON.stringify(finished)]);
  return recorded.map(({ trackingId }) => trackingId);
}

const compared = finishedJobColumns.filter(({ mayDiffer }) => !mayDiffer);
const recordedValues = compared.map(({ column }) => `jobs.${column}`);
const sentValues = compared.map(({ field }) => `call."${field}"`);

const conflicting = `
  SELECT "trackingId" FROM ${calls} JOIN jobs ON tracking_id = "trackingId"
  WHERE (${recordedValues}) IS DISTINCT FROM (${sentValues})`;

/** Calls that were recorded before with another content, which is kept. */
async function reportConflicts(sql: Sql, finished: FinishedJob[]): Promise<void> {
  const conflicts = await sql<{ trackingId: string }>("conflicting-calls", conflicting, [JSON.stringify(finished)]);
  for (const { trackingId } of conflicts) log.error({ trackingId }, "a call came again with another content");
}
