import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { dayOf } from "./expiry";

/** How many days a key's usage shows. */
export const shownDays = 30;

/** The days shown, oldest first, ending today: `YYYY-MM-DD` in Vietnam. */
export function listShownDays(): string[] {
  const now = clock.now().getTime();
  return Array.from({ length: shownDays }, (_, index) => dayOf(new Date(now - days(shownDays - 1 - index))));
}
