import "server-only";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { quantileBounds } from "@/lib/platform/latency";
import { checkWebhooks } from "@/lib/webhooks/endpoints/authorize";
import type { statsSchema } from "./response-schema";
import type { Span } from "./schema";

/** The attempts of one bar of the chart, tests left out. */
export type Slot = { from: Date; succeeded: number; failed: number };

export type Stats = {
  span: Span;
  /** Every slot, also those without an attempt, oldest first. */
  slots: Slot[];
  succeeded: number;
  failed: number;
  /** Within which time half of the attempts ended, and 95 % of them; null without any. */
  latency: { p50Ms: number; p95Ms: number } | null;
};

/** A bar is an hour of the last day, or six hours of the last week. */
const shapes: Record<Span, { slotMs: number; count: number }> = {
  day: { slotMs: hours(1), count: 24 },
  week: { slotMs: hours(6), count: 28 },
};

type Hour = { hour: Date; succeeded: number; failed: number; latency: number[] };

/** How an endpoint's attempts ended. Empty for another business's endpoint. */
export async function readStats(by: Member | Caller, endpointId: string, span: Span): Promise<Stats> {
  checkWebhooks(by, "webhooks:read");
  const { slotMs, count } = shapes[span];
  const end = Math.floor(+clock.now() / hours(1)) * hours(1) + hours(1);
  const start = end - count * slotMs;
  const { businessId } = by;
  const rows = await db.$queryRaw<Hour[]>`
    SELECT hour, succeeded, failed, coalesce(latency, '{}') AS latency FROM webhook_hours JOIN webhook_endpoints ON id = endpoint_id
    WHERE endpoint_id = ${endpointId} AND business_id = ${businessId} AND hour >= ${new Date(start)}`;
  const slots = Array.from({ length: count }, (_, index) => {
    const from = start + index * slotMs;
    const inside = rows.filter(({ hour }) => +hour >= from && +hour < from + slotMs);
    return { from: new Date(from), ...sumOutcomes(inside) };
  });
  return { span, slots, ...sumOutcomes(slots), latency: latencyOf(rows) };
}

const sumOutcomes = (rows: readonly { succeeded: number; failed: number }[]) => ({
  succeeded: rows.reduce((total, { succeeded }) => total + succeeded, 0),
  failed: rows.reduce((total, { failed }) => total + failed, 0),
});

function latencyOf(rows: readonly Hour[]): Stats["latency"] {
  const buckets = Math.max(0, ...rows.map(({ latency }) => latency.length));
  const counts = Array.from({ length: buckets }, (_, bucket) =>
    rows.reduce((total, { latency }) => total + (latency[bucket] ?? 0), 0),
  );
  const [p50, p95] = [0.5, 0.95].map((quantile) => quantileBounds(counts, quantile));
  return p50 && p95 ? { p50Ms: p50[1], p95Ms: p95[1] } : null;
}

/** As the API returns it. */
export const answerStats = ({ span, slots, succeeded, failed, latency }: Stats): z.input<typeof statsSchema> => ({
  span,
  succeeded,
  failed,
  latencyMs: latency && { p50: latency.p50Ms, p95: latency.p95Ms },
  slots: slots.map(({ from, ...counts }) => ({ ...counts, from: from.toISOString() })),
});

export type Rate = { succeeded: number; failed: number };

/** How the attempts of each of the business's endpoints ended in the last 24 hours; an endpoint without any is missing. */
export async function readRates(member: Member): Promise<Map<string, Rate>> {
  checkWebhooks(member, "webhooks:read");
  const since = new Date(+clock.now() - days(1));
  const rows = await db.$queryRaw<({ endpointId: string } & Rate)[]>`
    SELECT endpoint_id AS "endpointId", sum(succeeded)::int AS succeeded, sum(failed)::int AS failed
    FROM webhook_hours JOIN webhook_endpoints ON id = endpoint_id
    WHERE business_id = ${member.businessId} AND hour >= ${since} GROUP BY endpoint_id`;
  return new Map(rows.map(({ endpointId, ...rate }) => [endpointId, rate]));
}
