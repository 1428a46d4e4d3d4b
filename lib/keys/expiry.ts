import { days } from "@/lib/clock";
import { defaultTimeZone } from "@/lib/i18n/locale";

/** How many days before the end a notice of it is mailed. */
export const notices = [30, 7, 1] as const;

/** The end of a day in Vietnam, which knows no summer time. `day`: `YYYY-MM-DD`. */
export const endOf = (day: string): Date => new Date(new Date(`${day}T00:00:00+07:00`).getTime() + days(1));

/** The day in Vietnam, `YYYY-MM-DD`, in which a moment lies. */
export const dayOf = (moment: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: defaultTimeZone, dateStyle: "short" }).format(moment);

/** The last day on which a key works that dies at this moment. */
export const lastDayOf = (expiresAt: Date): string => dayOf(new Date(expiresAt.getTime() - 1));

/** The nearest notice that a moment before the end has passed; null while all are ahead. */
export function noticeDue(expiresAt: Date, now: Date): number | null {
  const leftMs = expiresAt.getTime() - now.getTime();
  return notices.findLast((count) => leftMs <= days(count)) ?? null;
}
