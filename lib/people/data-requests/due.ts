import { days } from "@/lib/platform/clock";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";
import type { DataRequestKind } from "./schema";

/** Decree 356/2025: the first response, in working days. */
const answerWorkingDays = 2;

/** Decree 356/2025: until it is done, in days; a reason is given where it takes longer. */
const doneDays: Record<DataRequestKind, number> = { access: 10, correct: 10, erase: 15, restrict: 15, withdraw: 15 };

/** Public holidays with a fixed date, as month and day. */
const holidays = ["01-01", "04-30", "05-01", "09-02"];

/** At the end of a day in Vietnam. Lunar holidays count as working days, so that no date is later than the law's. */
export function dueDatesOf(kind: DataRequestKind, at: Date): { answerDueAt: Date; doneDueAt: Date } {
  let day = vietnamDay(at);
  for (let left = answerWorkingDays; left > 0; ) {
    day = new Date(+day + days(1));
    if (isWorkingDay(day)) left -= 1;
  }
  return { answerDueAt: boundsOf(day).to, doneDueAt: boundsOf(new Date(+vietnamDay(at) + days(doneDays[kind]))).to };
}

const isWorkingDay = (day: Date): boolean =>
  ![0, 6].includes(day.getUTCDay()) && !holidays.includes(day.toISOString().slice(5, 10));
