import "server-only";
import { formatMilli } from "@/lib/platform/amounts";
import type { Sql } from "@/lib/platform/db";
import type { FinishedJob } from "./finished-job";
import type { EventType, Payload } from "./schema";
import { callbacksOf, findSubscribers, type NewEvent, writeEvents } from "./write-events";

type JobEvent = Extract<EventType, `${"tts" | "stt"}.${string}`>;

/** Writes the events of finished jobs, in the transaction that records the jobs. */
export async function recordJobEvents(sql: Sql, jobs: readonly FinishedJob[]): Promise<void> {
  const businessIds = [...new Set(jobs.map(({ businessId }) => businessId))];
  if (businessIds.length === 0) return;
  const subscribers = await findSubscribers(sql, businessIds);
  const events = jobs.map(eventOf);
  const callbacks = events.flatMap((event, index) => {
    const { callbackUrl: url = null, callbackEcho: echo } = jobs[index] ?? {};
    return callbacksOf(subscribers, event, { url, echo });
  });
  await writeEvents(sql, events, [...subscribers, ...callbacks]);
}

const typeOf = ({ service, status }: FinishedJob): JobEvent => `${service}.${status}`;

// A job ends once, so its event is its object's only one.
const eventOf = (job: FinishedJob): NewEvent<JobEvent> => ({
  businessId: job.businessId,
  type: typeOf(job),
  objectId: job.trackingId,
  sequence: 1,
  payload: payloadOf(job),
  region: job.region,
  livemode: job.mode === "live",
});

function payloadOf(job: FinishedJob): Payload<JobEvent> {
  const common = {
    trackingId: job.trackingId,
    requestId: job.requestId,
    keyId: job.keyId,
    api: job.api,
    region: job.region,
    modelId: job.modelId,
    voiceId: job.voiceId,
    languageCode: job.languageCode,
    createdAt: job.createdAt,
    metadata: job.metadata,
    chargeVnd: formatMilli(BigInt(job.amountMilli)),
    processingTimeMs: Number(job.processingTimeMs),
  };
  if (job.status === "failed") return { ...common, code: job.resultCode ?? "INTERNAL" };
  return {
    ...common,
    resultCode: job.resultCode,
    audioDuration: toMilliseconds(job.audioDuration),
    fileSizeBytes: Number(job.fileSizeBytes),
    expiresAt: job.expiresAt,
  };
}

/** Seconds without the digits that only their calculation left. */
const toMilliseconds = (duration: number): number => Math.round(duration * 1000) / 1000;
