import type { Route } from "next";
import { historyPath } from "@/components/history/history-path";
import { withQuery } from "@/components/ui/lists/with-query";
import type { UsageAddress, UsageFilter } from "@/lib/billing/usage/schema";

export const usagePath = (business: string, address: UsageAddress = {}): Route =>
  withQuery(`/console/${business}/usage`, address);

/** The jobs behind figures: of a range, an hour or a day, with the same filter. */
export function jobsPath(
  business: string,
  { result, ...filter }: UsageFilter,
  { from, to, hour }: { from: string; to: string; hour?: string },
): Route {
  const outcome = result === "failed" ? { status: "failed" as const } : { result };
  return historyPath(business, { ...filter, ...outcome, from, to, hour });
}
