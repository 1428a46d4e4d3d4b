import { days } from "@/lib/platform/clock";
import { defaultTimeZone } from "@/lib/platform/i18n/locale";

/** How many days before the end a notice is emailed. */
export const notices = [30, 7, 1] as const;

/** The end of a day in Vietnam, which has no daylight saving time. `day`: `YYYY-MM-DD`. */
export const endOf = (day: string): Date => new Date(new Date(`${day}T00:00:00+07:00`).getTime() + days(1));

/** The day in Vietnam, `YYYY-MM-DD`, of a moment. */
export const dayOf = (moment: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: defaultTimeZone, dateStyle: "short" }).format(moment);

/** The last full day of a key that expires at this moment. */
export const lastDayOf = (expiresAt: Date): string => dayOf(new Date(expiresAt.getTime() - 1));

/** The nearest notice that is due at a moment before the end; null if none is due yet. */
export function noticeDue(expiresAt: Date, now: Date): number | null {
  const leftMs = expiresAt.getTime() - now.getTime();
  return notices.findLast((count) => leftMs <= days(count)) ?? null;
}
