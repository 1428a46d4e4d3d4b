import "server-only";
import { hours } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";
import { fineBucketOf } from "@/lib/platform/latency";
import type { CountedJob } from "./roll-up";

/** A request that was rejected before there was a job. */
export type CountedRejection = {
  businessId: string;
  keyId: string;
  service: "tts" | "stt";
  region: string;
  code: string;
  /** How many requests it stands for. */
  requests: number;
  createdAt: Date;
};

/** A job with the error code of a failed one. */
export type CountedResult = CountedJob & { resultCode: string | null };

type Group = {
  business_id: string;
  hour: string;
  key_id: string;
  service: string;
  model_id: string;
  voice_id: string;
  region: string;
  result: string;
};

type Sums = { requests: number; jobs: number; characters: number; audio_ms: number; amount_milli: bigint };

type Counted = Group & Sums & { bucket: number | null };

const types: Record<keyof (Group & Sums), string> = {
  business_id: "text",
  hour: "timestamptz",
  key_id: "text",
  service: '"Service"',
  model_id: "text",
  voice_id: "text",
  region: "text",
  result: "text",
  requests: "integer",
  jobs: "integer",
  characters: "bigint",
  audio_ms: "bigint",
  amount_milli: "bigint",
};

const names = Object.keys(types);
const group = names.slice(0, 8);
const sums = names.slice(8);
const columns = [...names, "buckets", "counts"];
const typed = [...Object.entries(types).map((column) => column.join(" ")), "buckets smallint[]", "counts integer[]"];

// Rows are locked in one order, because two batches can share them.
const add = `
  INSERT INTO usage_hourly AS u (${columns})
  SELECT ${columns} FROM json_to_recordset($1::json) AS rolled (${typed})
  ORDER BY ${group}
  ON CONFLICT (${group}) DO UPDATE SET ${sums.map((name) => `${name} = u.${name} + excluded.${name}`)},
    (buckets, counts) = (SELECT array_agg(bucket ORDER BY bucket), array_agg(count ORDER BY bucket) FROM (
      SELECT bucket, sum(count)::integer AS count FROM (
        SELECT * FROM unnest(u.buckets, u.counts) UNION ALL SELECT * FROM unnest(excluded.buckets, excluded.counts)
      ) AS each (bucket, count) GROUP BY bucket) AS merged)`;

/** Adds jobs to the usage of their hours, each once: in the transaction that marks it as counted. */
export const addJobs = (sql: Sql, jobs: readonly CountedResult[]): Promise<void> => addAll(sql, jobs.map(ofJob));

export const addRejections = (sql: Sql, rejections: readonly CountedRejection[]): Promise<void> =>
  addAll(sql, rejections.map(ofRejection));

async function addAll(sql: Sql, counted: Counted[]): Promise<void> {
  if (counted.length === 0) return;
  const kept = await findKeptKeys(sql, [...new Set(counted.map(({ key_id }) => key_id))]);
  const grouped = counted.map((one) => ({ ...one, key_id: kept.has(one.key_id) ? one.key_id : "playground" }));
  await sql("add-usage-hours", add, [JSON.stringify(rollUp(grouped))]);
}

const standard = "SELECT id FROM api_keys WHERE id = ANY($1) AND kind = 'standard'";

/** Keys that a business made itself. All others are the playground's. */
async function findKeptKeys(sql: Sql, keyIds: string[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>("standard-keys", standard, [keyIds]);
  return new Set(found.map(({ id }) => id));
}

function rollUp(counted: Counted[]) {
  const rows = new Map<string, { place: Group; sums: Sums; latency: Map<number, number> }>();
  for (const one of counted) {
    const place = placeOf(one);
    const name = JSON.stringify(place);
    const row = rows.get(name) ?? { place, sums: nothing, latency: new Map<number, number>() };
    if (one.bucket !== null) row.latency.set(one.bucket, (row.latency.get(one.bucket) ?? 0) + 1);
    rows.set(name, { ...row, sums: sumOf(row.sums, one) });
  }
  return [...rows.values()].map(({ place, sums, latency }) => ({
    ...place,
    ...sums,
    amount_milli: String(sums.amount_milli),
    buckets: [...latency.keys()],
    counts: [...latency.values()],
  }));
}

const nothing: Sums = { requests: 0, jobs: 0, characters: 0, audio_ms: 0, amount_milli: 0n };

const sumOf = (a: Sums, b: Sums): Sums => ({
  requests: a.requests + b.requests,
  jobs: a.jobs + b.jobs,
  characters: a.characters + b.characters,
  audio_ms: a.audio_ms + b.audio_ms,
  amount_milli: a.amount_milli + b.amount_milli,
});

const placeOf = ({ business_id, hour, key_id, service, model_id, voice_id, region, result }: Counted): Group => ({
  business_id,
  hour,
  key_id,
  service,
  model_id,
  voice_id,
  region,
  result,
});

function ofJob(job: CountedResult): Counted {
  const isCompleted = job.status === "completed";
  return {
    business_id: job.businessId,
    hour: hourOf(job.createdAt),
    key_id: job.keyId,
    service: job.service,
    model_id: job.modelId,
    voice_id: job.voiceId ?? "",
    region: job.region,
    result: isCompleted ? "completed" : (job.resultCode ?? "INTERNAL"),
    requests: 1,
    jobs: 1,
    characters: isCompleted ? (job.characters ?? 0) : 0,
    audio_ms: isCompleted ? Math.round(job.audioDuration * 1000) : 0,
    amount_milli: BigInt(job.amountMilli),
    bucket: isCompleted ? fineBucketOf(Number(job.processingTimeMs)) : null,
  };
}

const ofRejection = ({ businessId, keyId, service, region, code, requests, createdAt }: CountedRejection): Counted => ({
  business_id: businessId,
  hour: hourOf(createdAt),
  key_id: keyId,
  service,
  model_id: "",
  voice_id: "",
  region,
  result: code,
  requests,
  jobs: 0,
  characters: 0,
  audio_ms: 0,
  amount_milli: 0n,
  bucket: null,
});

const hourOf = (moment: string | Date): string => {
  const at = +new Date(moment);
  return new Date(at - (at % hours(1))).toISOString();
};
