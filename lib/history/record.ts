import "server-only";
import type { Sql } from "@/lib/db";
import type { SpeechFinished } from "@/lib/speech/finished";

const columns: Record<keyof SpeechFinished, [column: string, type: string]> = {
  trackingId: ["tracking_id", "text"],
  businessId: ["business_id", "text"],
  keyId: ["key_id", "text"],
  requestId: ["request_id", "text"],
  metadata: ["metadata", "jsonb"],
  service: ["service", '"Service"'],
  region: ["region", "text"],
  status: ["status", '"JobStatus"'],
  resultCode: ["result_code", "text"],
  modelId: ["model_id", "text"],
  voiceId: ["voice_id", "text"],
  languageCode: ["language_code", "text"],
  characters: ["characters", "integer"],
  rulesVersion: ["rules_version", "text"],
  amountMilli: ["amount_milli", "bigint"],
  priceId: ["price_id", "text"],
  units: ["units", "integer"],
  audioObject: ["audio_object", "text"],
  audioFormat: ["audio_format", "text"],
  contentObject: ["content_object", "text"],
  inputObject: ["input_object", "text"],
  audioDuration: ["audio_duration", "double precision"],
  fileSizeBytes: ["file_size_bytes", "bigint"],
  processingTimeMs: ["processing_time_ms", "bigint"],
  createdAt: ["created_at", "timestamptz(3)"],
  expiresAt: ["expires_at", "timestamptz(3)"],
  inputExpiresAt: ["input_expires_at", "timestamptz(3)"],
  spark: ["spark", "text"],
  marks: ["marks", "integer[]"],
};

const listed = Object.values(columns).map(([column]) => column);
const typed = Object.entries(columns).map(([field, [, type]]) => `"${field}" ${type}`);
const fields = Object.keys(columns).map((field) => `call."${field}"`);
const calls = `json_to_recordset($1::json) AS call (${typed})`;

const record = `
  INSERT INTO jobs (${listed}, usage_counted, hours_counted) SELECT ${fields}, true, true FROM ${calls}
  ON CONFLICT (tracking_id) DO NOTHING
  RETURNING tracking_id AS "trackingId"`;

// Not by its price: a job that a previous release recorded has none, or has it from the backfill. Nor by what goes with
// its content.
const { priceId: _, units: __, spark: ___, marks: ____, ...compared } = columns;
const recordedFields = Object.values(compared).map(([column]) => `jobs.${column}`);
const comparedFields = Object.keys(compared).map((field) => `call."${field}"`);

const conflicting = `
  SELECT "trackingId" FROM ${calls} JOIN jobs ON tracking_id = "trackingId"
  WHERE (${recordedFields}) IS DISTINCT FROM (${comparedFields})`;

type Known = { trackingId: string };

/** Inserts the calls not yet recorded in one statement and returns their tracking IDs. */
export async function recordCalls(sql: Sql, finished: SpeechFinished[]): Promise<string[]> {
  const recorded = await sql<Known>("record-calls", record, [JSON.stringify(finished)]);
  return recorded.map(({ trackingId }) => trackingId);
}

/** The tracking IDs already recorded with different content, which is kept. */
export async function findConflicts(sql: Sql, finished: SpeechFinished[]): Promise<string[]> {
  const conflicts = await sql<Known>("conflicting-calls", conflicting, [JSON.stringify(finished)]);
  return conflicts.map(({ trackingId }) => trackingId);
}
