import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { can } from "@/lib/access/principals/roles";
import { usedHintColumns } from "@/lib/access/principals/used-hint";
import { db, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { type FineCounts, fineQuantile } from "@/lib/platform/latency";
import { usageHours } from "./roll-up";
import {
  asMetadataName,
  type MetadataDimension,
  mostDays,
  mostHourDays,
  type UsageDimension,
  type UsageFilter,
} from "./schema";

/** Days are of Vietnam, both included: `YYYY-MM-DD`. Of the last one only the first `hours`, if given. */
export type UsageRange = { from: string; to: string; hours?: number };

/** At most one key of metadata, in dimensions and filter together. */
export type UsageQuestion = UsageRange & {
  by: readonly (UsageDimension | MetadataDimension)[];
  filter?: UsageFilter;
  /** Only the jobs whose metadata has this value. */
  metadata?: { name: string; value: string };
  limit?: number;
  cursor?: string;
};

export type UsageSums = {
  requests: number;
  jobs: number;
  /** Failed and rejected requests by their error code. */
  errors: Record<string, number>;
  characters: number;
  audioMs: number;
  amountMilli: bigint;
  /** Milliseconds; null without a completed job. */
  latency: { p50: number; p95: number; p99: number } | null;
};

export type UsageRow = { group: Partial<Record<UsageDimension | MetadataDimension, string>> } & UsageSums;

/** `next` is the cursor of the following page; null on the last one. */
export type UsagePage = { rows: UsageRow[]; next: string | null };

const inVietnam = "hour AT TIME ZONE 'Asia/Ho_Chi_Minh'";

const dimensionColumns: Record<UsageDimension, string> = {
  day: `to_char(${inVietnam}, 'YYYY-MM-DD')`,
  hour: `to_char(${inVietnam}, 'YYYY-MM-DD"T"HH24:00:00"+07:00"')`,
  service: "service::text",
  model: "model_id",
  voice: "voice_id",
  key: "key_id",
  api: "api",
  region: "region",
  result: "result",
};

/** The days of a key of metadata ($14) in the form of hours. Its amounts are on the day on which they were charged. */
const metadataDays = `(
  SELECT business_id, day::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh' AS hour, key_id, service, model_id, voice_id, region, result,
    jobs AS requests, jobs, characters, audio_ms, amount_milli, NULL::smallint[] AS buckets, NULL::integer[] AS counts, api, value
  FROM usage_daily_metadata WHERE name = $14 AND day BETWEEN $2::date AND $3::date
    AND ($15::text IS NULL OR value = $15)) AS days`;

const columnOf = (dimension: UsageDimension | MetadataDimension): string =>
  dimensionColumns[dimension as UsageDimension] ?? "value";

/** Reads only the hours of the range, by the primary key. `groups`: one column name for each dimension. */
export function usageStatement(by: UsageQuestion["by"], isOfMetadata = false): string {
  const names = by.map((_, index) => `g${index}`);
  const listed = names.join(", ") || "g0";
  const selected = by.map((dimension, index) => `${columnOf(dimension)} COLLATE "C" AS g${index}`).join(", ");
  return `
  WITH counted AS MATERIALIZED (
    SELECT ${selected || `''::text COLLATE "C" AS g0`}, result AS code, requests, jobs, characters, audio_ms, amount_milli, buckets, counts
    FROM ${isOfMetadata ? metadataDays : usageHours}
    WHERE business_id = $1
      AND hour >= ($2::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
      AND hour < ($3::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh' + make_interval(hours => $12::int)
      AND ($4::text IS NULL OR service::text = $4) AND ($5::text IS NULL OR model_id = $5)
      AND ($6::text IS NULL OR voice_id = $6) AND ($7::text IS NULL OR key_id = $7)
      AND ($8::text IS NULL OR region = $8)
      AND ($9::text IS NULL OR CASE $9 WHEN 'failed' THEN result <> 'completed' ELSE result = $9 END)
      AND ($13::text IS NULL OR api = $13)
  ), sums AS (
    SELECT ${listed}, sum(requests)::float8 AS requests, sum(jobs)::float8 AS jobs, sum(characters)::float8 AS characters,
      sum(audio_ms)::float8 AS "audioMs", sum(amount_milli)::bigint AS "amountMilli"
    FROM counted WHERE $10::text[] IS NULL OR ARRAY[${listed}] > $10::text[]
    GROUP BY ${listed} ORDER BY ${listed} LIMIT $11
  ), errors AS (
    SELECT ${listed}, json_object_agg(code, requests ORDER BY requests DESC, code) AS errors FROM (
      SELECT ${listed}, code, sum(requests) AS requests FROM counted WHERE code <> 'completed' GROUP BY ${listed}, code) AS coded
    GROUP BY ${listed}
  ), latencies AS (
    SELECT ${listed}, json_agg(json_build_array(bucket, count) ORDER BY bucket) AS counts FROM (
      SELECT ${listed}, bucket, sum(count) AS count FROM counted, unnest(buckets, counts) AS each (bucket, count)
      GROUP BY ${listed}, bucket) AS merged
    GROUP BY ${listed}
  )
  SELECT ARRAY[${listed}]::text[] AS "group", requests, jobs, coalesce(errors, '{}') AS errors, characters, "audioMs",
    "amountMilli", coalesce(counts, '[]') AS counts
  FROM sums LEFT JOIN errors USING (${listed}) LEFT JOIN latencies USING (${listed}) ORDER BY ${listed}`;
}

type Found = Omit<UsageRow, "group" | "latency"> & { group: string[]; counts: FineCounts };

/** Throws FORBIDDEN for usage by key where the role cannot see keys. */
export async function getUsage(member: Member, question: UsageQuestion): Promise<UsagePage> {
  requirePermission(member, "history:read");
  const asksKeys = question.by.includes("key") || question.filter?.key !== undefined;
  if (asksKeys && !can(member.role, "keys:read")) throw new AppError("FORBIDDEN");
  return readUsage(member.businessId, question);
}

/** The same for the business of a key; the operation has checked its scope. */
export const getCallerUsage = (caller: Caller, question: UsageQuestion): Promise<UsagePage> =>
  readUsage(caller.businessId, question);

export async function getOperatorUsage(
  operator: Operator,
  businessId: string,
  question: UsageQuestion,
): Promise<UsagePage> {
  requireOperatorRight(operator, "read");
  return readUsage(businessId, question);
}

/** Of one key's completed jobs. The caller has checked that the reader may see the key. */
export const getKeyLatency = async (
  { businessId, keyId }: { businessId: string; keyId: string },
  range: UsageRange,
): Promise<UsageSums["latency"]> =>
  (await readUsage(businessId, { ...range, by: [], filter: { key: keyId } })).rows[0]?.latency ?? null;

/** Throws INVALID_REQUEST for a range that is too long or ends before it begins, and for an invalid cursor. */
async function readUsage(businessId: string, question: UsageQuestion): Promise<UsagePage> {
  const { from, to, hours = 24, by, filter = {}, metadata, limit = 1000, cursor } = question;
  const [count, most] = [countDays({ from, to }), by.includes("hour") ? mostHourDays : mostDays];
  if (count < 1) throw new AppError("INVALID_REQUEST", { param: "to", message: "api.rangeReversed" });
  if (count > most)
    throw new AppError("INVALID_REQUEST", { param: "to", message: "api.rangeTooLong", values: { most } });
  const [name = metadata?.name, ...more] = by.flatMap((dimension) => asMetadataName(dimension) ?? []);
  if (more.length > 0 || (metadata && metadata.name !== name))
    throw new AppError("INVALID_REQUEST", { param: metadata ? "metadata" : "by", message: "api.usageOneMetadata" });
  if (name !== undefined && by.includes("hour"))
    throw new AppError("INVALID_REQUEST", { param: "by", message: "api.usageMetadataByDay" });
  const { service, model, voice, key, api, region, result } = filter;
  const limits = [service, model, voice, key, region, result].map((value) => clean(value) ?? null);
  const after = cursor === undefined ? null : fromCursor(cursor, Math.max(1, by.length));
  const values = [businessId, from, to, ...limits, after, limit + 1, hours, api ?? null];
  const ofMetadata = name === undefined ? [] : [name, clean(metadata?.value)?.slice(0, 100) ?? null];
  const found = await sql<Found>(undefined, usageStatement(by, name !== undefined), [...values, ...ofMetadata]);
  const rows = found.slice(0, limit).map(({ group, counts, ...sums }): UsageRow => {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((quantile) => fineQuantile(counts, quantile));
    return {
      ...sums,
      group: Object.fromEntries(by.map((dimension, index) => [dimension, group[index] ?? ""])),
      latency: p50 && p95 && p99 ? { p50, p95, p99 } : null,
    };
  });
  const last = found[limit - 1];
  const next = found.length > limit && last ? Buffer.from(JSON.stringify(last.group)).toString("base64url") : null;
  return { rows, next };
}

const clean = (text: string | undefined) => text?.toWellFormed().replaceAll("\0", "");

/** The days of a range, both ends included. */
export const countDays = ({ from, to }: UsageRange): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

function fromCursor(cursor: string, length: number): string[] {
  const invalid = new AppError("INVALID_REQUEST", { param: "cursor" });
  try {
    const group: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const isGroup = Array.isArray(group) && group.length === length && group.every((one) => typeof one === "string");
    if (!isGroup) throw invalid;
    return group.map((one: string) => clean(one) ?? "");
  } catch {
    throw invalid;
  }
}

type KeyName = { name: string; hint: string; secretIssuedById: string | null };

/** The names of a business's keys, also of revoked ones, without those of the playground. The caller checks who reads. */
export async function listKeyNames(businessId: string): Promise<Map<string, KeyName>> {
  const where = { businessId, kind: "standard" } as const;
  const keys = await db.apiKey.findMany({ where, select: { id: true, name: true, ...usedHintColumns } });
  return new Map(keys.map((key) => [key.id, key]));
}
