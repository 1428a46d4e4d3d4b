import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { bankAlarms } from "@/lib/money/bank/notifications/schema";

/** `books`: the newest audit found differences. `uncharged`: jobs are on record without their charge. */
export const alarmNames = [...bankAlarms, "books", "uncharged"] as const;
export type AlarmName = (typeof alarmNames)[number];

/** The page of the desk that shows what an alarm is about. */
export const alarmPages: Record<AlarmName, string> = {
  waiting: "/operator/notifications?state=pending",
  unmatched: "/operator/transfers?state=unmatched",
  list: "/operator/work/bank",
  rejected: "/operator/notifications?state=rejected",
  unrecorded: "/operator/notifications?state=unrecorded",
  difference: "/operator/work/bank?state=differs",
  receivable: "/operator/receivables",
  claims: "/operator/claims",
  refunds: "/operator/refunds",
  books: "/operator/work",
  uncharged: "/operator/work",
};

export const closeAlarmSchema = z.object({
  alarm: z.enum(alarmNames),
  /** What it was about when it was read. */
  seen: z.string().max(100),
  reason: reasonSchema,
});
