import "server-only";
import { read } from "@/lib/db";
import type { Caller } from "@/lib/keys/caller";

/** What an answer to a lookup is built from. */
export type Result = {
  trackingId: string;
  audioObject: string | null;
  audioFormat: string | null;
  /** Seconds. */
  audioDuration: number;
  fileSizeBytes: bigint;
  processingTimeMs: bigint;
  languageCode: string | null;
  createdAt: Date;
  /** The audio is unreadable from this moment on. */
  expiresAt: Date;
};

const find = `
  SELECT tracking_id AS "trackingId", audio_object AS "audioObject", audio_format AS "audioFormat",
    audio_duration AS "audioDuration", file_size_bytes AS "fileSizeBytes", processing_time_ms AS "processingTimeMs",
    language_code AS "languageCode", created_at AS "createdAt", expires_at AS "expiresAt"
  FROM jobs WHERE tracking_id = $1 AND business_id = $2 AND service = $3::"Service"`;

/** A call on record. Null says the same of one not yet ingested, one that never was, and another business's. */
export async function findResult(caller: Caller, service: "tts" | "stt", trackingId: string): Promise<Result | null> {
  const [result] = await read<Result>("find-result", find, [trackingId, caller.businessId, service]);
  return result ?? null;
}
