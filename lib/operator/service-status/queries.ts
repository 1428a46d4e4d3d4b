import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { listRegions } from "@/lib/platform/regions";
import { vietnamDay } from "@/lib/platform/vietnam-time";
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
