import "server-only";
import { clock, days as daysMs } from "@/lib/clock";
import { db } from "@/lib/db";
import { listShownDays, shownDays } from "./days";

/** One day of a key, in Vietnam. */
export type UsageDay = { day: string; calls: number; errors: number; amountMilli: bigint };

export type Usage = {
  /** Every day shown, also those without a call, oldest first. */
  days: UsageDay[];
  total: Omit<UsageDay, "day">;
  /** Requests that were rejected, with those for which a recorded one stands. */
  rejected: number;
  /** The services it was used for within these days. */
  services: ("tts" | "stt")[];
};

const sum = (days: Omit<UsageDay, "day">[]) => ({
  calls: days.reduce((total, { calls }) => total + calls, 0),
  errors: days.reduce((total, { errors }) => total + errors, 0),
  amountMilli: days.reduce((total, { amountMilli }) => total + amountMilli, 0n),
});

/** What a key did in the last 30 days. The caller has made sure that the key is the reader's to see. */
export async function listUsage(keyId: string): Promise<Usage> {
  const shown = listShownDays();
  const rows = await db.keyDay.findMany({
    where: { keyId, day: { gte: new Date(`${shown[0]}T00:00:00Z`) } },
    select: { day: true, service: true, calls: true, errors: true, amountMilli: true },
  });
  const { _sum: rejected } = await db.refusedRequest.aggregate({
    where: { keyId, createdAt: { gt: new Date(+clock.now() - daysMs(shownDays)) } },
    _sum: { standsFor: true },
  });
  const on = (day: string) => rows.filter((row) => row.day.toISOString().startsWith(day));
  return {
    days: shown.map((day) => ({ day, ...sum(on(day)) })),
    total: sum(rows),
    rejected: rejected.standsFor ?? 0,
    services: (["tts", "stt"] as const).filter((service) => rows.some((row) => row.service === service)),
  };
}
