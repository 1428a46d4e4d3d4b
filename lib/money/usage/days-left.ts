import "server-only";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { vietnamDate } from "@/lib/platform/vietnam-time";

/** Full days that the mean covers, and days of use before there is one. */
const meanDays = 7;
const leastDays = 3;

type Spending = { businessId: string; usedDays: number; sinceFirst: number; recentMilli: string };

/** What is available, divided by the mean of the last seven full days in Vietnam; none before three days of use. */
export async function findDaysLeft(
  businesses: readonly { businessId: string; availableMilli: bigint }[],
  on: Transaction = db,
): Promise<Map<string, number>> {
  const today = vietnamDate(clock.now());
  const ids = businesses.map(({ businessId }) => businessId);
  const rows = await on.$queryRaw<Spending[]>`
    SELECT business_id AS "businessId", count(DISTINCT day)::int AS "usedDays", ${today}::date - min(day) AS "sinceFirst",
      coalesce(sum(amount_milli) FILTER (WHERE day >= ${today}::date - ${meanDays}::int), 0)::text AS "recentMilli"
    FROM usage_daily
    WHERE business_id = ANY(${ids}) AND day < ${today}::date AND day >= ${today}::date - 30 AND amount_milli > 0
    GROUP BY business_id`;
  const found = new Map<string, number>();
  for (const { businessId, usedDays, sinceFirst, recentMilli } of rows) {
    const availableMilli = businesses.find((business) => business.businessId === businessId)?.availableMilli ?? 0n;
    const recent = BigInt(recentMilli);
    if (usedDays < leastDays || recent === 0n) continue;
    const daysOfMean = BigInt(Math.min(meanDays, sinceFirst));
    found.set(businessId, Number((availableMilli * daysOfMean) / recent));
  }
  return found;
}
