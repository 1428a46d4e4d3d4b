import "server-only";
import type { Sql } from "@/lib/platform/db";
import { bucketOf, noLatency } from "@/lib/platform/latency";
import { vietnamDate } from "@/lib/platform/vietnam-time";

/** A finished job, from its event or its row. */
export type CountedJob = {
  businessId: string;
  keyId: string;
  service: "tts" | "stt";
  region: string;
  modelId: string;
  voiceId: string | null;
  status: "completed" | "failed";
  characters: number | null;
  /** Null on jobs without a price. */
  units: number | null;
  amountMilli: string | bigint;
  /** Seconds. */
  audioDuration: number;
  processingTimeMs: string | bigint;
  createdAt: string | Date;
};

type Row = {
  business_id: string;
  day: string;
  key_id: string;
  service: string;
  model_id: string;
  voice_id: string;
  region: string;
  successes: number;
  failures: number;
  units: number;
  amount_milli: string;
  audio_ms: number;
  latency: number[];
};

const columns: Record<keyof Row, string> = {
  business_id: "text",
  day: "date",
  key_id: "text",
  service: '"Service"',
  model_id: "text",
  voice_id: "text",
  region: "text",
  successes: "integer",
  failures: "integer",
  units: "bigint",
  amount_milli: "bigint",
  audio_ms: "bigint",
  latency: "integer[]",
};

const names = Object.keys(columns);
const group = names.slice(0, 7);
const sums = names.slice(7, -1);

// Rows are locked in one order, because two batches can share them.
const add = `
  INSERT INTO usage_daily AS u (${names})
  SELECT ${names} FROM json_to_recordset($1::json) AS rolled (${Object.entries(columns).map((column) => column.join(" "))})
  ORDER BY ${group}
  ON CONFLICT (${group}) DO UPDATE SET ${sums.map((name) => `${name} = u.${name} + excluded.${name}`)},
    latency = ARRAY(SELECT a + b FROM unnest(u.latency, excluded.latency) WITH ORDINALITY AS bucket (a, b, i) ORDER BY i)`;

/** Adds jobs to the usage of their days. Each must be added once: in the transaction that marks it as counted. */
export async function addUsage(sql: Sql, jobs: readonly CountedJob[]): Promise<void> {
  if (jobs.length > 0) await sql("add-usage", add, [JSON.stringify(rollUp(jobs))]);
}

function rollUp(jobs: readonly CountedJob[]): Row[] {
  const rows = new Map<string, Row>();
  for (const job of jobs) {
    const place = placeOf(job);
    const name = JSON.stringify(place);
    const row = rows.get(name) ?? { ...place, ...nothing, latency: noLatency() };
    rows.set(name, row);
    count(row, job);
  }
  return [...rows.values()];
}

const nothing = { successes: 0, failures: 0, units: 0, amount_milli: "0", audio_ms: 0 };

const placeOf = ({ businessId, createdAt, keyId, service, modelId, voiceId, region }: CountedJob) => ({
  business_id: businessId,
  day: dayOf(createdAt),
  key_id: keyId,
  service,
  model_id: modelId,
  voice_id: voiceId ?? "",
  region,
});

const dayOf = (moment: string | Date): string => vietnamDate(new Date(moment));

function count(row: Row, job: CountedJob): void {
  row.units += unitsOf(job);
  row.amount_milli = String(BigInt(row.amount_milli) + BigInt(job.amountMilli));
  row.audio_ms += Math.round(job.audioDuration * 1000);
  if (job.status === "failed") {
    row.failures++;
    return;
  }
  row.successes++;
  const bucket = bucketOf(Number(job.processingTimeMs));
  row.latency[bucket] = (row.latency[bucket] ?? 0) + 1;
}

/** The charged units; for a job without a price, its characters or seconds. */
function unitsOf({ units, amountMilli, characters, audioDuration }: CountedJob): number {
  if (units !== null) return units;
  return BigInt(amountMilli) === 0n ? 0 : (characters ?? Math.ceil(audioDuration));
}
