import "server-only";
import { closeBusiness } from "@/lib/businesses/archive";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

const keptDays = 7;
const batchSize = 100;

/** Deletes accounts unconfirmed after seven days, unless a link is still valid, and archives their businesses. */
export async function sweepUnconfirmed(): Promise<void> {
  const users = await db.user.findMany({ where: unconfirmed(), select: { id: true }, take: batchSize });
  // Such as one whose business was given credit: the others do not wait for it.
  for (const { id } of users)
    await removeAccount(id).catch((error: Error) =>
      log.error({ userId: id, reason: error.message }, "an unconfirmed account stays"),
    );
}

const unconfirmed = () => ({
  emailVerifiedAt: null,
  createdAt: { lte: new Date(+clock.now() - days(keptDays)) },
  mailLinks: { none: { purpose: "verify_email" as const, usedAt: null, expiresAt: { gt: clock.now() } } },
});

async function removeAccount(userId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    // Waits for a confirmation that runs at this moment.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
    if ((await tx.user.count({ where: { id: userId, ...unconfirmed() } })) === 0) return;
    const theirs = { memberships: { every: { userId }, some: { userId } }, archivedAt: null };
    const businesses = await tx.business.findMany({ where: theirs, select: { id: true } });
    for (const { id: businessId } of businesses) {
      await closeBusiness(tx, { businessId, userId: "system", device: { ip: null, userAgent: null } });
    }
    await tx.user.delete({ where: { id: userId }, select: { id: true } });
  });
}
