import "server-only";
import { db } from "@/lib/db";

/** When the factors of someone who has none now were removed after a wait; null when they never were, or 90 days ago. */
export async function findRemoval(userId: string): Promise<Date | null> {
  const entry = await db.signInEntry.findFirst({
    where: { userId, result: "reset_done" },
    orderBy: { createdAt: "desc" },
    select: { createdAt: true },
  });
  return entry?.createdAt ?? null;
}

/** Whether nobody has signed in since: the first sign-in leads to where a new factor is set up. */
export async function isFirstSinceRemoval(userId: string): Promise<boolean> {
  const removedAt = await findRemoval(userId);
  if (!removedAt) return false;
  const later = { userId, result: "signed_in", createdAt: { gte: removedAt } };
  return (await db.signInEntry.count({ where: later })) === 0;
}
