import "server-only";
import { apis } from "@/lib/access/principals/choices";
import { clock } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";
import { otherValue } from "./schema";

/** A charge of a job or of its part, under the name of its hold. */
export type Charged = { trackingId: string; businessId: string; keyId: string | null; amountMilli: bigint };

/** A job that the same transaction wrote into the history. */
export type RecordedJob = { trackingId: string; businessId: string };

type Counted = { charged?: readonly Charged[]; recorded?: readonly RecordedJob[]; at?: Date };

/** The most values of a key in a month; fewer in the tests of it. */
export const metadataBounds = { values: 10_000 };

const inVietnam = (moment: string) => `(${moment} AT TIME ZONE 'Asia/Ho_Chi_Minh')::date`;

const monthOfDay = "to_char(day, 'YYYY-MM')";

const vendors = apis.filter((api) => api !== "vang" && api !== "console").map((api) => `'${api}'`);

const choosing = `SELECT DISTINCT business_id AS "businessId" FROM usage_metadata_keys
  WHERE business_id = ANY ($1::text[]) AND removed_at IS NULL`;

// $1: the charges and jobs, as JSON. A part of a job is charged before the job is recorded: what it belongs to is then in
// the table of long jobs or of live sessions. A charge is counted in any case, so that the sums are those of the ledger.
const named = `
  asked AS (
    SELECT *, split_part(id, '.', 1) AS job_id FROM json_to_recordset($1::json)
      AS asked (id text, business_id text, key_id text, amount_milli bigint, charged_at timestamptz)
  ), described AS (
    SELECT asked.business_id, asked.amount_milli, charged_at IS NULL AS is_job,
      ${inVietnam("coalesce(charged_at, j.created_at)")} AS day,
      coalesce(j.key_id, l.key_id, s.key_id, asked.key_id, '') AS key_id,
      coalesce(j.service, l.service, (s.call ->> 'service')::"Service",
        CASE left(job_id, 4) WHEN 'tts_' THEN 'tts' ELSE 'stt' END::"Service") AS service,
      coalesce(j.model_id, l.model_id, s.call ->> 'modelId', '') AS model_id,
      coalesce(j.voice_id, l.voice_id, s.call ->> 'voiceId', '') AS voice_id,
      coalesce(j.region, l.region, s.region, '') AS region,
      CASE j.status WHEN 'failed' THEN coalesce(j.result_code, 'INTERNAL') ELSE 'completed' END AS result,
      coalesce(j.api, l.api, s.call #>> '{caller,api}') AS api,
      coalesce(j.metadata, l.metadata, s.call -> 'metadata') AS metadata,
      CASE WHEN charged_at IS NULL AND j.status = 'completed' THEN coalesce(j.characters, 0) ELSE 0 END AS characters,
      CASE WHEN charged_at IS NULL AND j.status = 'completed' THEN round(j.audio_duration * 1000) ELSE 0 END AS audio_ms
    FROM asked LEFT JOIN jobs j ON j.tracking_id = job_id LEFT JOIN long_jobs l ON l.id = job_id
      LEFT JOIN live_sessions s ON s.tracking_id = job_id
  ), named AS (
    SELECT described.*, k.name, coalesce(left(metadata ->> k.name, 100), '') AS sent
    FROM described JOIN usage_metadata_keys k USING (business_id) WHERE k.removed_at IS NULL
  )`;

const isKnown = (value: string) => `EXISTS (SELECT FROM usage_metadata_values known
  WHERE (known.business_id, known.name, known.month, known.value) = (${value}))`;

const unknown = `
  unknown AS (
    SELECT DISTINCT business_id, name, ${monthOfDay} AS month, sent FROM named
    WHERE sent <> '' AND NOT ${isKnown(`named.business_id, named.name, ${monthOfDay}, sent`)}
  )`;

const places = `$2::integer - (SELECT count(*) FROM usage_metadata_values v
  WHERE (v.business_id, v.name, v.month) = (unknown.business_id, unknown.name, unknown.month))`;

// Locked before they are counted, so that all processes together keep no more than the most.
const lockUnknown = `WITH ${named}, ${unknown}
  SELECT k.name FROM usage_metadata_keys k
  WHERE EXISTS (SELECT FROM unknown WHERE (unknown.business_id, unknown.name) = (k.business_id, k.name) AND ${places} > 0)
  ORDER BY k.business_id, k.name FOR NO KEY UPDATE OF k`;

const keepValues = `WITH ${named}, ${unknown}
  INSERT INTO usage_metadata_values (business_id, name, month, value)
  SELECT business_id, name, month, sent FROM (
    SELECT *, row_number() OVER (PARTITION BY business_id, name, month ORDER BY sent) AS number FROM unknown) AS unknown
  WHERE number <= ${places} ON CONFLICT DO NOTHING`;

const group = "business_id, name, day, value, key_id, service, model_id, voice_id, region, result, api";

// Rows are locked in one order, because two batches can share them.
const add = `WITH ${named}, valued AS (
    SELECT named.*, CASE WHEN sent = '' OR ${isKnown(`named.business_id, named.name, ${monthOfDay}, sent`)} THEN sent
      ELSE '${otherValue}' END AS value, k.id IS NOT NULL AS is_standard
    FROM named LEFT JOIN api_keys k ON k.id = named.key_id AND k.kind = 'standard'
  ), placed AS (
    SELECT business_id, name, day, value, CASE WHEN is_standard THEN key_id ELSE 'playground' END AS key_id, service,
      model_id, voice_id, region, result, CASE WHEN api IN (${vendors}) THEN api WHEN is_standard THEN 'vang' ELSE 'console' END AS api,
      is_job, characters, audio_ms, amount_milli
    FROM valued
  )
  INSERT INTO usage_daily_metadata AS u (${group}, jobs, characters, audio_ms, amount_milli)
  SELECT ${group}, count(*) FILTER (WHERE is_job), sum(characters), sum(audio_ms), sum(amount_milli)
  FROM placed GROUP BY ${group} ORDER BY ${group}
  ON CONFLICT (${group}) DO UPDATE SET jobs = u.jobs + excluded.jobs, characters = u.characters + excluded.characters,
    audio_ms = u.audio_ms + excluded.audio_ms, amount_milli = u.amount_milli + excluded.amount_milli`;

/**
 * Adds charges, made `at` a moment, and recorded jobs to the usage by metadata of the businesses that chose keys: each once,
 * in the transaction that charges or records it, which calls this once and locks nothing of a wallet afterwards.
 */
export async function countByMetadata(
  sql: Sql,
  { charged = [], recorded = [], at = clock.now() }: Counted,
): Promise<void> {
  const businessIds = new Set([...charged, ...recorded].map(({ businessId }) => businessId));
  if (businessIds.size === 0) return;
  const found = await sql<{ businessId: string }>("choose-metadata", choosing, [[...businessIds]]);
  const chosen = new Set(found.map(({ businessId }) => businessId));
  const counted = [
    ...charged.map(({ trackingId, businessId, keyId, amountMilli }) => ({
      id: trackingId,
      business_id: businessId,
      key_id: keyId,
      amount_milli: String(amountMilli),
      charged_at: at,
    })),
    ...recorded.map(({ trackingId, businessId }) => ({ id: trackingId, business_id: businessId, amount_milli: "0" })),
  ].filter(({ business_id }) => chosen.has(business_id));
  if (counted.length === 0) return;
  const values = JSON.stringify(counted);
  const bounded = [values, metadataBounds.values];
  if ((await sql("lock-metadata", lockUnknown, bounded)).length > 0) await sql("keep-metadata", keepValues, bounded);
  await sql("add-metadata", add, [values]);
}
