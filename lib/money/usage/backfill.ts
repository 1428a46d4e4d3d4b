import "server-only";
import { seconds } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { addUsage } from "./roll-up";
import { addJobs, type CountedResult } from "./roll-up-hours";

const batchSize = 2000;

// The newest first, because they are viewed most. Rows locked by one worker are skipped by others.
const uncounted = `
  SELECT tracking_id AS "trackingId", business_id AS "businessId", key_id AS "keyId", service, region,
    model_id AS "modelId", voice_id AS "voiceId", status,
    result_code AS "resultCode", characters, units, amount_milli AS "amountMilli",
    audio_duration AS "audioDuration", processing_time_ms AS "processingTimeMs", created_at AS "createdAt",
    usage_counted AS "hasDay"
  FROM jobs WHERE hours_counted IS NULL AND tracking_id < $1
  ORDER BY tracking_id DESC LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`;

const counted = "UPDATE jobs SET usage_counted = true, hours_counted = true WHERE tracking_id = ANY($1)";

/** Sorts behind every trackingId. */
const afterAll = "zzz";

/** Counts jobs of a previous release, each in the transaction that marks it as counted, for at most four seconds. */
export async function countOldJobs(): Promise<number> {
  const endsAt = performance.now() + seconds(4);
  let [total, last]: [number, string | undefined] = [0, afterAll];
  do {
    const jobs = await countBatch(last);
    last = jobs.at(-1);
    total += jobs.length;
  } while (last && performance.now() < endsAt);
  return total;
}

/** `before`: where the previous batch ended, because counted rows stay in the index until vacuum. */
const countBatch = (before: string): Promise<string[]> =>
  transaction(async (on) => {
    const jobs = await on<CountedResult & { trackingId: string; hasDay: boolean | null }>("uncounted-jobs", uncounted, [
      before,
    ]);
    const trackingIds = jobs.map(({ trackingId }) => trackingId);
    // The previous release counted the days of most of them itself.
    await addUsage(
      on,
      jobs.filter(({ hasDay }) => !hasDay),
    );
    await addJobs(on, jobs);
    if (jobs.length > 0) await on("jobs-counted", counted, [trackingIds]);
    return trackingIds;
  });
