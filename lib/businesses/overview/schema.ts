import type { UsageReport } from "@/lib/money/usage/read-report";

/** The three most frequent error codes of a report that is split by result. */
export const frequentErrors = ({ groups }: UsageReport) =>
  groups
    .filter(({ value }) => value !== "completed")
    .sort((a, b) => b.now.requests - a.now.requests)
    .slice(0, 3);
