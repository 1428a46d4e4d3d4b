import "server-only";
import { type Api, apis } from "@/lib/access/principals/choices";
import { hours } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";
import { bucketOf, fineBucketOf, noLatency } from "@/lib/platform/latency";
import { vietnamDate } from "@/lib/platform/vietnam-time";

/** A finished job, from its event or its row. */
export type CountedJob = {
  businessId: string;
  keyId: string;
  /** Null on jobs from before it was kept. */
  api?: Api | null;
  service: "tts" | "stt";
  region: string;
  modelId: string;
  voiceId: string | null;
  status: "completed" | "failed";
  /** The error code of a failed job. */
  resultCode: string | null;
  characters: number | null;
  /** Null on jobs without a price. */
  units: number | null;
  amountMilli: string | bigint;
  /** Seconds. */
  audioDuration: number;
  processingTimeMs: string | bigint;
  createdAt: string | Date;
};

/** A request that was rejected before there was a job. */
export type CountedRejection = {
  businessId: string;
  keyId: string;
  api?: Api | null;
  service: "tts" | "stt";
  region: string;
  code: string;
  /** How many requests it stands for. */
  requests: number;
  createdAt: Date;
};

const dailyGroup = {
  business_id: "text",
  day: "date",
  key_id: "text",
  service: '"Service"',
  model_id: "text",
  voice_id: "text",
  region: "text",
};

const dailySums = {
  successes: "integer",
  failures: "integer",
  units: "bigint",
  amount_milli: "bigint",
  audio_ms: "bigint",
};

const addDaily = addStatement("usage_daily", dailyGroup, dailySums, {
  columns: { latency: "integer[]" },
  merged:
    "latency = ARRAY(SELECT a + b FROM unnest(u.latency, excluded.latency) WITH ORDINALITY AS bucket (a, b, i) ORDER BY i)",
});

/** Adds jobs to the usage of their days. Each must be added once: in the transaction that marks it as counted. */
export async function addToDays(sql: Sql, jobs: readonly CountedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const counted = jobs.map((job): Counted<typeof dailyGroup, typeof dailySums> => {
    const isCompleted = job.status === "completed";
    // The charged units; for a job without a price, its characters or seconds.
    const unpriced = BigInt(job.amountMilli) === 0n ? 0 : (job.characters ?? Math.ceil(job.audioDuration));
    return {
      group: {
        business_id: job.businessId,
        day: vietnamDate(new Date(job.createdAt)),
        key_id: job.keyId,
        service: job.service,
        model_id: job.modelId,
        voice_id: job.voiceId ?? "",
        region: job.region,
      },
      sums: {
        successes: isCompleted ? 1 : 0,
        failures: isCompleted ? 0 : 1,
        units: job.units ?? unpriced,
        amount_milli: BigInt(job.amountMilli),
        audio_ms: Math.round(job.audioDuration * 1000),
      },
      bucket: isCompleted ? bucketOf(Number(job.processingTimeMs)) : null,
    };
  });
  const rows = rollUp(counted).map(({ buckets, ...row }) => ({
    ...row,
    latency: noLatency().map((none, bucket) => buckets.get(bucket) ?? none),
  }));
  await sql("add-usage", addDaily, [JSON.stringify(rows)]);
}

const hourlyGroup = {
  business_id: "text",
  hour: "timestamptz",
  key_id: "text",
  service: '"Service"',
  model_id: "text",
  voice_id: "text",
  region: "text",
  result: "text",
};

const hourlySums = {
  requests: "integer",
  jobs: "integer",
  characters: "bigint",
  audio_ms: "bigint",
  amount_milli: "bigint",
};

type CountedInHour = Counted<typeof hourlyGroup, typeof hourlySums> & { api: Api | null };

const vendorGroup = { ...hourlyGroup, api: "text" };

const hourlyLatency = {
  columns: { buckets: "smallint[]", counts: "integer[]" },
  merged: `(buckets, counts) = (SELECT array_agg(bucket ORDER BY bucket), array_agg(count ORDER BY bucket) FROM (
      SELECT bucket, sum(count)::integer AS count FROM (
        SELECT * FROM unnest(u.buckets, u.counts) UNION ALL SELECT * FROM unnest(excluded.buckets, excluded.counts)
      ) AS each (bucket, count) GROUP BY bucket) AS merged)`,
};

const addHourly = addStatement("usage_hourly", hourlyGroup, hourlySums, hourlyLatency);
const addVendorHourly = addStatement("usage_hourly_vendors", vendorGroup, hourlySums, hourlyLatency);

const hourlyColumns = [...Object.keys(hourlyGroup), ...Object.keys(hourlySums), "buckets", "counts"];

/**
 * Every hour with the API of its requests. Those of other vendors' APIs are in a table of their own, since a release before
 * this one adds to the other by its primary key.
 */
export const usageHours = `(
  SELECT ${hourlyColumns}, CASE key_id WHEN 'playground' THEN 'console' ELSE 'vang' END AS api FROM usage_hourly
  UNION ALL SELECT ${hourlyColumns}, api FROM usage_hourly_vendors) AS hours`;

/** Adds jobs to the usage of their hours, each once: in the transaction that marks it as counted. */
export async function addToHours(sql: Sql, jobs: readonly CountedJob[]): Promise<void> {
  const counted = jobs.map((job): CountedInHour => {
    const isCompleted = job.status === "completed";
    return {
      group: {
        business_id: job.businessId,
        hour: hourOf(job.createdAt),
        key_id: job.keyId,
        service: job.service,
        model_id: job.modelId,
        voice_id: job.voiceId ?? "",
        region: job.region,
        result: isCompleted ? "completed" : (job.resultCode ?? "INTERNAL"),
      },
      sums: {
        requests: 1,
        jobs: 1,
        characters: isCompleted ? (job.characters ?? 0) : 0,
        audio_ms: isCompleted ? Math.round(job.audioDuration * 1000) : 0,
        amount_milli: BigInt(job.amountMilli),
      },
      bucket: isCompleted ? fineBucketOf(Number(job.processingTimeMs)) : null,
      api: job.api ?? null,
    };
  });
  await addCountedToHours(sql, counted);
}

/** Adds rejected requests to the usage of their hours, each once, as `addToHours` does. */
export async function addRejections(sql: Sql, rejections: readonly CountedRejection[]): Promise<void> {
  const counted = rejections.map(
    ({ businessId, createdAt, keyId, api = null, service, region, code, requests }): CountedInHour => ({
      group: {
        business_id: businessId,
        hour: hourOf(createdAt),
        key_id: keyId,
        service,
        model_id: "",
        voice_id: "",
        region,
        result: code,
      },
      sums: { requests, jobs: 0, characters: 0, audio_ms: 0, amount_milli: 0n },
      bucket: null,
      api,
    }),
  );
  await addCountedToHours(sql, counted);
}

const vendors = apis.filter((api) => api !== "vang" && api !== "console");

const standardKeys = "SELECT id FROM api_keys WHERE id = ANY($1) AND kind = 'standard'";

/** Counts keys that a business did not make itself as the playground. */
async function addCountedToHours(sql: Sql, counted: readonly CountedInHour[]): Promise<void> {
  if (counted.length === 0) return;
  const keyIds = new Set(counted.map(({ group }) => group.key_id));
  const found = await sql<{ id: string }>("standard-keys", standardKeys, [[...keyIds]]);
  const standard = new Set(found.map(({ id }) => id));
  const named = counted.map(({ api, group, sums, bucket }) => ({
    api,
    sums,
    bucket,
    group: { ...group, key_id: standard.has(group.key_id) ? group.key_id : "playground" },
  }));
  const own = named.filter(({ api }) => !vendors.some((vendor) => vendor === api));
  const ofVendors = named.flatMap(({ api, group, ...rest }) =>
    vendors.some((vendor) => vendor === api) ? [{ ...rest, group: { ...group, api: String(api) } }] : [],
  );
  for (const [name, statement, rows] of [
    ["add-usage-hours", addHourly, rollUp(own)],
    ["add-usage-of-vendors", addVendorHourly, rollUp(ofVendors)],
  ] as const) {
    const added = rows.map(({ buckets, ...row }) => ({
      ...row,
      buckets: [...buckets.keys()],
      counts: [...buckets.values()],
    }));
    if (added.length > 0) await sql(name, statement, [JSON.stringify(added)]);
  }
}

/** A full hour, since Vietnam's time differs from UTC by full hours. */
function hourOf(moment: string | Date): string {
  const at = +new Date(moment);
  return new Date(at - (at % hours(1))).toISOString();
}

type Types = Record<string, string>;

/** Adds rows, as JSON ($1), to those of the same group. */
function addStatement(table: string, group: Types, sums: Types, latency: { columns: Types; merged: string }): string {
  const columns = { ...group, ...sums, ...latency.columns };
  const [names, groupNames] = [Object.keys(columns), Object.keys(group)];
  // Rows are locked in one order, because two batches can share them.
  return `
  INSERT INTO ${table} AS u (${names})
  SELECT ${names} FROM json_to_recordset($1::json) AS rolled (${Object.entries(columns).map((column) => column.join(" "))})
  ORDER BY ${groupNames}
  ON CONFLICT (${groupNames}) DO UPDATE SET ${Object.keys(sums).map((name) => `${name} = u.${name} + excluded.${name}`)},
    ${latency.merged}`;
}

type Counted<Group, Sums> = {
  group: Record<keyof Group, string>;
  sums: Record<keyof Sums, number | bigint>;
  /** Of its latency; null for what did not complete. */
  bucket: number | null;
};

/** One row for each group, with its sums as decimal text and how often each latency bucket occurs. */
function rollUp<Group, Sums>(counted: readonly Counted<Group, Sums>[]) {
  const rows = new Map<string, { group: object; sums: Record<string, bigint>; buckets: Map<number, number> }>();
  for (const { group, sums, bucket } of counted) {
    const name = JSON.stringify(group);
    const row = rows.get(name) ?? { group, sums: {}, buckets: new Map<number, number>() };
    rows.set(name, row);
    for (const [sum, more] of Object.entries<number | bigint>(sums))
      row.sums[sum] = (row.sums[sum] ?? 0n) + BigInt(more);
    if (bucket !== null) row.buckets.set(bucket, (row.buckets.get(bucket) ?? 0) + 1);
  }
  return [...rows.values()].map(({ group, sums, buckets }) => ({
    ...group,
    ...Object.fromEntries(Object.entries(sums).map(([sum, total]) => [sum, String(total)])),
    buckets,
  }));
}
