import "server-only";
import { hours } from "@/lib/clock";
import { db } from "@/lib/db";

/** How long at least whoever still has a factor can object, and when they are reminded that they can. */
export const waitHours = 24;
export const reminderHours = 12;

/** What is left from the reminder on in any case, also when the workers stood still and it came late. */
export const leastNoticeMs = hours(6);

/**
 * A running wait: nothing is removed before `dueAt`. `timeZone`: the person's, to say it in. `onlySuspended`: it is for
 * the factors that were added from a browser their owner disowned.
 */
export type Wait = { dueAt: Date; timeZone: string; onlySuspended: boolean };

/** The wait that runs for a person; null when none does. */
export async function findWait(userId: string): Promise<Wait | null> {
  const select = { dueAt: true, onlySuspended: true, user: { select: { timeZone: true } } };
  const reset = await db.factorReset.findUnique({ where: { userId }, select });
  if (!reset) return null;
  const { user, ...wait } = reset;
  return { ...wait, ...user };
}
