import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { getKeyLatency, type UsageSums } from "@/lib/money/usage/read";
import { clock, days as daysMs } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { dayOf } from "./expiry";

/** How many days a key's usage shows. */
export const shownDays = 30;

/** One day of a key, in Vietnam. */
export type UsageDay = { day: string; calls: number; errors: number; amountMilli: bigint };

export type Usage = {
  /** Every day shown, also those without a request, oldest first. */
  days: UsageDay[];
  total: Omit<UsageDay, "day">;
  /** Of its successful requests. */
  latency: UsageSums["latency"];
  /** Rejected requests, including those for which a sampled record stands. */
  rejected: number;
  /** The services it was used for within these days. */
  services: ("tts" | "stt")[];
};

const sum = (days: Omit<UsageDay, "day">[]) => ({
  calls: days.reduce((total, { calls }) => total + calls, 0),
  errors: days.reduce((total, { errors }) => total + errors, 0),
  amountMilli: days.reduce((total, { amountMilli }) => total + amountMilli, 0n),
});

/** A key's usage in the last 30 days, today included. The caller has checked that the reader may see the key. */
export async function listUsage({ businessId, keyId }: { businessId: string; keyId: string }): Promise<Usage> {
  const now = +clock.now();
  const shown = Array.from({ length: shownDays }, (_, index) => dayOf(new Date(now - daysMs(shownDays - 1 - index))));
  const [from = "", to = ""] = [shown[0], shown.at(-1)];
  const stored = await db.usageDay.groupBy({
    by: ["day", "service"],
    where: { businessId, keyId, day: { gte: new Date(`${from}T00:00:00Z`) } },
    _sum: { successes: true, failures: true, amountMilli: true },
  });
  const rows = stored.map(({ day, service, _sum: { successes, failures, amountMilli } }) => ({
    day,
    service,
    calls: (successes ?? 0) + (failures ?? 0),
    errors: failures ?? 0,
    amountMilli: amountMilli ?? 0n,
  }));

  const { _sum: rejected } = await db.refusedRequest.aggregate({
    where: { keyId, createdAt: { gt: new Date(now - daysMs(shownDays)) } },
    _sum: { standsFor: true },
  });
  const on = (day: string) => rows.filter((row) => row.day.toISOString().startsWith(day));
  return {
    days: shown.map((day) => ({ day, ...sum(on(day)) })),
    total: sum(rows),
    latency: await getKeyLatency({ businessId, keyId }, { from, to }),
    rejected: rejected.standsFor ?? 0,
    services: (["tts", "stt"] as const).filter((service) => rows.some((row) => row.service === service)),
  };
}

/** A key in this calendar month in Vietnam. */
export type KeyMonth = {
  /** Including the holds of running requests. */
  spentMilli: bigint;
  calls: number;
  /** Null for none of its own. */
  capMilli: bigint | null;
};

/** This month of each key of the member's business, by the key's id. */
export async function listKeyMonths(member: Member): Promise<Record<string, KeyMonth>> {
  requirePermission(member, "keys:read");
  const month = dayOf(clock.now()).slice(0, 7);
  const rows = await db.$queryRaw<({ id: string } & KeyMonth)[]>`
    SELECT k.id, k.monthly_cap_milli AS "capMilli", COALESCE(s.amount_milli, 0) AS "spentMilli",
      COALESCE(sum(u.successes + u.failures), 0)::int AS calls
    FROM api_keys k
      LEFT JOIN key_spends s ON s.key_id = k.id AND s.month = ${month}
      LEFT JOIN usage_daily u ON u.business_id = k.business_id AND u.key_id = k.id AND u.day >= ${`${month}-01`}::date
    WHERE k.business_id = ${member.businessId} AND k.kind = 'standard' AND k.revoked_at IS NULL
    GROUP BY k.id, s.amount_milli`;
  return Object.fromEntries(rows.map(({ id, ...row }) => [id, row]));
}
