import "server-only";
import { clock } from "@/lib/clock";
import type { Sql } from "@/lib/db";
import { newId } from "@/lib/ids";
import { formatMilli } from "@/lib/wallet/amounts";
import { type EventType, type Payload, schemaVersion } from "./schema";

/** The fields of a finished job that its event needs. Amounts and sizes are decimal text, timestamps ISO 8601. */
export type FinishedJob = {
  trackingId: string;
  businessId: string;
  keyId: string;
  /** The value of the response's X-Request-Id; null for jobs without HTTP. */
  requestId: string | null;
  service: "tts" | "stt";
  region: string;
  status: "completed" | "failed";
  /** The error code of a failed job, or a remark on a completed one, such as NO_SPEECH_FOUND. */
  resultCode: string | null;
  modelId: string;
  voiceId: string | null;
  languageCode: string | null;
  /** The amount to charge; zero releases the whole hold. */
  amountMilli: string;
  /** Seconds. */
  audioDuration: number;
  fileSizeBytes: string;
  processingTimeMs: string;
  createdAt: string;
  expiresAt: string;
};

type JobEvent = Extract<EventType, `${"tts" | "stt"}.${string}`>;

const subscribed = `SELECT business_id AS "businessId", type FROM event_subscriptions WHERE business_id = ANY($1)`;

// A job ends once, so its event is its object's only one.
const write = `
  INSERT INTO events (id, business_id, type, schema_version, object_id, sequence, payload, created_at)
  SELECT id, business_id, type, ${schemaVersion}, object_id, 1, payload, $2
  FROM json_to_recordset($1::json) AS event (id text, business_id text, type text, object_id text, payload jsonb)`;

/** Writes the events of finished jobs whose businesses subscribe to them, in the transaction that records the jobs. */
export async function recordJobEvents(sql: Sql, jobs: readonly FinishedJob[]): Promise<void> {
  const businessIds = [...new Set(jobs.map(({ businessId }) => businessId))];
  if (businessIds.length === 0) return;
  const rows = await sql<{ businessId: string; type: string }>("subscribed-events", subscribed, [businessIds]);
  if (rows.length === 0) return;
  const wanted = new Set(rows.map(({ businessId, type }) => `${businessId} ${type}`));
  const events = jobs.filter((job) => wanted.has(`${job.businessId} ${typeOf(job)}`)).map(eventOf);
  if (events.length > 0) await sql("write-events", write, [JSON.stringify(events), clock.now()]);
}

const typeOf = ({ service, status }: FinishedJob): JobEvent => `${service}.${status}`;

const eventOf = (job: FinishedJob) => ({
  id: newId("event"),
  business_id: job.businessId,
  type: typeOf(job),
  object_id: job.trackingId,
  payload: payloadOf(job),
});

function payloadOf(job: FinishedJob): Payload<JobEvent> {
  const { trackingId, requestId, keyId, region, modelId, voiceId, languageCode, createdAt, expiresAt, resultCode } =
    job;
  const common = {
    ...{ trackingId, requestId, keyId, region, modelId, voiceId, languageCode, createdAt },
    chargeVnd: formatMilli(BigInt(job.amountMilli)),
    processingTimeMs: Number(job.processingTimeMs),
  };
  if (job.status === "failed") return { ...common, code: resultCode ?? "INTERNAL" };
  const { audioDuration, fileSizeBytes } = job;
  return { ...common, resultCode, audioDuration, fileSizeBytes: Number(fileSizeBytes), expiresAt };
}
