import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { errorCodes } from "@/lib/platform/errors";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";
import { shownDays } from "./schema";

/** Codes of failures that are ours, not the client's. */
const ourFailures = Object.entries(errorCodes).flatMap(([code, { status }]) => (status >= 500 ? [code] : []));

const last = `SELECT max(day)::text AS day FROM service_days`;

const add = `
  INSERT INTO service_days (day, region, service, completed, failed)
  SELECT (hour AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, region, service,
    coalesce(sum(requests) FILTER (WHERE result = 'completed'), 0),
    coalesce(sum(requests) FILTER (WHERE result = ANY ($2)), 0)
  FROM usage_hourly WHERE hour >= $1::timestamptz AND (result = 'completed' OR result = ANY ($2))
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, region, service) DO UPDATE SET completed = excluded.completed, failed = excluded.failed
  RETURNING 1 AS written`;

/** Sums up today and yesterday, or after a pause all days since the last known one. Can be repeated. */
export async function rollUpServiceDays(): Promise<number> {
  const [known] = await sql<{ day: string | null }>(undefined, last, []);
  const yesterday = +vietnamDay(clock.now()) - days(1);
  const first = known?.day ? Date.parse(`${known.day}T00:00:00Z`) : yesterday - days(shownDays);
  const { from } = boundsOf(new Date(Math.min(first, yesterday)));
  return (await sql(undefined, add, [from, ourFailures])).length;
}
