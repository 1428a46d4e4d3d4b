import { days, hours } from "./clock";

/** Vietnam has had one offset since 1975 and no daylight saving time. */
const offsetMs = hours(7);

/** `2026-11-22 14:02:37`: how Vietnamese banks and SePay write a time. */
export const vietnamTime = (at: Date): string =>
  new Date(at.getTime() + offsetMs).toISOString().slice(0, 19).replace("T", " ");

/** The calendar day in Vietnam: `2026-11-22`. */
export const vietnamDate = (at: Date): string => vietnamTime(at).slice(0, 10);

/** The same as the database keeps a date: midnight in UTC. */
export const vietnamDay = (at: Date): Date => new Date(`${vietnamDate(at)}T00:00:00Z`);

/** When the day begins in Vietnam, and the next one. */
export function boundsOf(day: Date): { from: Date; to: Date } {
  const from = new Date(day.getTime() - offsetMs);
  return { from, to: new Date(from.getTime() + days(1)) };
}

/** The calendar month in Vietnam: `2026-11`. */
export const vietnamMonth = (at: Date): string => vietnamDate(at).slice(0, 7);

/** The month after: `2027-01` after `2026-12`. */
export const nextMonth = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 7);

/** When a month begins in Vietnam, and the next one. */
export const boundsOfMonth = (month: string): { from: Date; to: Date } => ({
  from: boundsOf(new Date(`${month}-01T00:00:00Z`)).from,
  to: boundsOf(new Date(`${nextMonth(month)}-01T00:00:00Z`)).from,
});
