import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";

const keptDays = 90;

/** Deletes sessions that ended 90 days ago, with their addresses, and sign-ins whose wait ended a day ago. */
export async function sweepSessions(): Promise<void> {
  const now = +clock.now();
  const [longAgo, yesterday] = [new Date(now - days(keptDays)), new Date(now - days(1))];
  await db.session.deleteMany({ where: { OR: [{ revokedAt: { lte: longAgo } }, { expiresAt: { lte: longAgo } }] } });
  await db.pendingSignIn.deleteMany({ where: { expiresAt: { lte: yesterday } } });
}
