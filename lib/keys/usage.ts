import "server-only";
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
