import type { Route } from "next";
import type { UsageAddress, UsageFilter } from "@/lib/money/usage/schema";
import { withQuery } from "@/lib/platform/with-query";
import { historyPath } from "@/lib/speech/path";

export const usagePath = (business: string, address: UsageAddress = {}): Route =>
  withQuery(`/console/${business}/usage`, address);

/** The requests behind figures: of a range, an hour or a day, with the same filter, and with what `q` finds. */
export function jobsPath(
  business: string,
  { result, ...filter }: UsageFilter & { q?: string },
  { from, to, hour }: { from: string; to: string; hour?: string },
): Route {
  const isError = result && result !== "completed";
  const outcome = isError
    ? { status: "errors" as const, result: result === "failed" ? undefined : result }
    : { result };
  return historyPath(business, { ...filter, ...outcome, from, to, hour });
}
