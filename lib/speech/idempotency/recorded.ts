import "server-only";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { sql } from "@/lib/platform/db";

const moment = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const find = `
  SELECT tracking_id AS "trackingId", business_id AS "businessId", key_id AS "keyId", mode, request_id AS "requestId", metadata, service, region, status,
    result_code AS "resultCode", model_id AS "modelId", voice_id AS "voiceId", language_code AS "languageCode",
    characters, rules_version AS "rulesVersion", amount_milli::text AS "amountMilli", price_id AS "priceId", units, audio_object AS "audioObject", audio_format AS "audioFormat",
    content_object AS "contentObject", input_object AS "inputObject", audio_duration AS "audioDuration",
    file_size_bytes::text AS "fileSizeBytes", processing_time_ms::text AS "processingTimeMs",
    ${moment("created_at")} AS "createdAt", ${moment("expires_at")} AS "expiresAt",
    ${moment("input_expires_at")} AS "inputExpiresAt"
  FROM jobs WHERE tracking_id = $1`;

/** A recorded call in the form in which it was published; null when there is none. */
export async function findFinished(trackingId: string): Promise<FinishedJob | null> {
  const [finished] = await sql<FinishedJob>("find-finished", find, [trackingId]);
  return finished ?? null;
}
