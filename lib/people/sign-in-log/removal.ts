import "server-only";
import { db } from "@/lib/platform/db";

/** When the factors of someone who has none now were removed after a wait; null if they never were, or 90 days ago. */
export async function findRemoval(userId: string): Promise<Date | null> {
  const entry = await db.signInEntry.findFirst({
    where: { userId, result: "reset_done" },
    orderBy: { createdAt: "desc" },
    select: { createdAt: true },
  });
  return entry?.createdAt ?? null;
}

/** SQL: whether the factors of the person of this id were removed after a wait, without a sign-in since. */
export const firstSinceRemovalOf = (userId: string): string => `
  EXISTS (SELECT FROM sign_in_entries AS removal WHERE removal.user_id = ${userId} AND removal.result = 'reset_done'
    AND NOT EXISTS (SELECT FROM sign_in_entries AS later WHERE later.user_id = ${userId}
      AND later.result = 'signed_in' AND later.created_at >= removal.created_at))`;
