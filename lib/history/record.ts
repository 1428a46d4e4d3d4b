import "server-only";
import type { Sql } from "@/lib/db";
import type { SpeechFinished } from "@/lib/speech/finished";

const columns: Record<keyof SpeechFinished, [column: string, type: string]> = {
  trackingId: ["tracking_id", "text"],
  businessId: ["business_id", "text"],
  keyId: ["key_id", "text"],
  requestId: ["request_id", "text"],
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
};

const listed = Object.values(columns).map(([column]) => column);
const typed = Object.entries(columns).map(([field, [, type]]) => `"${field}" ${type}`);
const fields = Object.keys(columns).map((field) => `call."${field}"`);
const calls = `json_to_recordset($1::json) AS call (${typed})`;

const record = `
  INSERT INTO jobs (${listed}) SELECT ${fields} FROM ${calls}
  ON CONFLICT (tracking_id) DO NOTHING
  RETURNING tracking_id AS "trackingId"`;

const conflicting = `
  SELECT "trackingId" FROM ${calls} JOIN jobs ON tracking_id = "trackingId"
  WHERE (${listed.map((column) => `jobs.${column}`)}) IS DISTINCT FROM (${fields})`;

type Known = { trackingId: string };

/** Writes the calls that history lacks, the whole batch in one statement, and answers their trackingIds. */
export async function recordCalls(sql: Sql, finished: SpeechFinished[]): Promise<string[]> {
  const recorded = await sql<Known>("record-calls", record, [JSON.stringify(finished)]);
  return recorded.map(({ trackingId }) => trackingId);
}

/** The trackingIds whose call is on record with another content: the first one stays. */
export async function findConflicts(sql: Sql, finished: SpeechFinished[]): Promise<string[]> {
  const conflicts = await sql<Known>("conflicting-calls", conflicting, [JSON.stringify(finished)]);
  return conflicts.map(({ trackingId }) => trackingId);
}
