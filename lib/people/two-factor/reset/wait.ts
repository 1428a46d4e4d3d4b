import "server-only";
import { days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";

/** How long a person who still has a factor can object, and when they are reminded that they can. */
export const waitHours = 24;
export const reminderHours = 12;

/** A link that ends a wait is valid for as long as the wait can run. */
export const keepLinkMs = hours(waitHours) + days(7);

/** The minimum from the reminder on, also when the workers were stopped and it was late. */
export const leastNoticeMs = hours(6);

/** Nothing is removed before `dueAt`. `onlySuspended`: it is for factors added from a browser that was reported. */
export type Wait = { dueAt: Date; timeZone: string; onlySuspended: boolean };

/** The wait that runs for a person; null if there is none. */
export async function findWait(userId: string): Promise<Wait | null> {
  const select = { dueAt: true, onlySuspended: true, user: { select: { timeZone: true } } };
  const reset = await db.factorReset.findUnique({ where: { userId }, select });
  if (!reset) return null;
  const { user, ...wait } = reset;
  return { ...wait, ...user };
}
