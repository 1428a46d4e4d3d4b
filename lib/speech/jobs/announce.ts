import "server-only";
import type { CallbackEcho } from "@/lib/access/events/finished-job";
import { callbacksOf, findSubscribers, writeEvents } from "@/lib/access/events/write-events";
import type { Api } from "@/lib/access/principals/choices";
import { formatMilli } from "@/lib/platform/amounts";
import type { Sql } from "@/lib/platform/db";
import type { Metadata } from "@/lib/speech/metadata";
import { describeResult } from "@/lib/speech/result-message";
import type { LongJob } from "./jobs";

type Announced = "succeeded" | "failed" | "canceled" | "paused";

const take = `UPDATE long_jobs SET event_count = event_count + 1 WHERE id = $1 RETURNING id, event_count AS sequence,
  business_id AS "businessId", request_id AS "requestId", metadata, key_id AS "keyId", api, region, model_id AS "modelId", mode,
  language_code AS "languageCode", result_code AS "resultCode", amount_milli AS "amountMilli", done_ms AS "doneMs",
  total_ms AS "totalMs", created_at AS "createdAt", callback_url AS "callbackUrl", callback_echo AS "callbackEcho"`;

type Taken = LongJob & { sequence: number };

/** Writes the event of a job that came to a state, in the transaction that brought it there. */
export async function announce(on: Sql, jobId: string, state: Announced): Promise<void> {
  const [job] = await on<Taken>("take-job-event", take, [jobId]);
  if (!job) return;
  const event = {
    businessId: job.businessId,
    type: `job.${state}` as const,
    objectId: job.id,
    sequence: job.sequence,
    region: job.region,
    livemode: job.mode === "live",
    payload: {
      jobId: job.id,
      requestId: job.requestId,
      metadata: job.metadata as Metadata | null,
      keyId: job.keyId,
      api: job.api as Api | null,
      region: job.region,
      modelId: job.modelId,
      languageCode: job.languageCode,
      resultCode: job.resultCode,
      ...describeResult(job.resultCode),
      chargeVnd: state === "failed" ? "0" : formatMilli(job.amountMilli),
      secondsDone: job.doneMs / 1000,
      secondsTotal: job.totalMs === null ? null : job.totalMs / 1000,
      createdAt: job.createdAt.toISOString(),
    },
  };
  const subscribers = await findSubscribers(on, [job.businessId]);
  const echo = job.callbackEcho as CallbackEcho | null;
  // Another vendor's client knows one callback: that of the end.
  const url = echo && state === "paused" ? null : job.callbackUrl;
  await writeEvents(on, [event], [...subscribers, ...callbacksOf(subscribers, event, { url, echo })]);
}
