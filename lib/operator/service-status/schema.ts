import type { RegionCode } from "@/lib/platform/regions";

export const shownDays = 90;

export const watchedServices = ["tts", "stt"] as const;

export type DayState = "none" | "good" | "degraded" | "outage";

export type StatusDay = { day: string; completed: number; failed: number; state: DayState };

/** The days of one service in one region, the oldest first, and of all of them the share that succeeded. */
export type StatusRow = {
  region: RegionCode;
  service: (typeof watchedServices)[number];
  days: StatusDay[];
  requests: number;
  /** From 0 to 1; null without requests. */
  succeeded: number | null;
};

/** A day with 0.5 % of failures is degraded, one with 5 % an outage. A day without requests has no state. */
export function stateOf({ completed, failed }: { completed: number; failed: number }): DayState {
  if (completed + failed === 0) return "none";
  const share = failed / (completed + failed);
  if (share >= 0.05) return "outage";
  return share >= 0.005 ? "degraded" : "good";
}
