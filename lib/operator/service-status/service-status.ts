import "server-only";
import { usageHours } from "@/lib/money/usage/roll-up";
import { clock, days } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { errorCodes } from "@/lib/platform/errors";
import { listRegions } from "@/lib/platform/regions";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";
import { type StatusRow, shownDays, stateOf, watchedServices } from "./schema";

/** For everyone: what the last 90 days in Vietnam recorded, by region and service. Reads at most one row for each. */
export async function listServiceStatus(): Promise<StatusRow[]> {
  const today = vietnamDay(clock.now());
  const from = new Date(+today - days(shownDays - 1));
  const found = await db.serviceDay.findMany({ where: { day: { gte: from } } });
  const byKey = new Map(found.map((row) => [keyOf(row.region, row.service, row.day), row]));
  return listRegions().flatMap(({ code: region }) =>
    watchedServices.map((service) => {
      const shown = Array.from({ length: shownDays }, (_, index) => {
        const day = new Date(+from + days(index));
        const row = byKey.get(keyOf(region, service, day));
        const counts = { completed: Number(row?.completed ?? 0), failed: Number(row?.failed ?? 0) };
        return { day: dateOf(day), ...counts, state: stateOf(counts) };
      });
      const sum = (field: "completed" | "failed") => shown.reduce((total, day) => total + day[field], 0);
      const requests = sum("completed") + sum("failed");
      return { region, service, days: shown, requests, succeeded: requests === 0 ? null : sum("completed") / requests };
    }),
  );
}

const dateOf = (day: Date) => day.toISOString().slice(0, 10);
const keyOf = (region: string, service: string, day: Date) => `${region} ${service} ${dateOf(day)}`;

/** Codes of failures that are ours, not the client's. */
const ourFailures = Object.entries(errorCodes).flatMap(([code, { status }]) => (status >= 500 ? [code] : []));

const selectLastDay = `SELECT max(day)::text AS day FROM service_days`;

const insertDays = `
  INSERT INTO service_days (day, region, service, completed, failed)
  SELECT (hour AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, region, service,
    coalesce(sum(requests) FILTER (WHERE result = 'completed'), 0),
    coalesce(sum(requests) FILTER (WHERE result = ANY ($2)), 0)
  FROM ${usageHours} WHERE hour >= $1::timestamptz AND (result = 'completed' OR result = ANY ($2))
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, region, service) DO UPDATE SET completed = excluded.completed, failed = excluded.failed
  RETURNING 1 AS written`;

/** Sums up today and yesterday, or after a pause all days since the last known one. Can be repeated. */
export async function rollUpServiceDays(): Promise<number> {
  const [known] = await sql<{ day: string | null }>(undefined, selectLastDay, []);
  const yesterday = +vietnamDay(clock.now()) - days(1);
  const first = known?.day ? Date.parse(`${known.day}T00:00:00Z`) : yesterday - days(shownDays);
  const { from } = boundsOf(new Date(Math.min(first, yesterday)));
  return (await sql(undefined, insertDays, [from, ourFailures])).length;
}
