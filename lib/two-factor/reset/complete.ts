import "server-only";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { voidLinks } from "@/lib/mail/links";
import { endSessions } from "@/lib/sessions/service";
import { lockFactors } from "../last-factor";
import { nowhere, recordStep } from "./record";
import { type Addressee, addressee, tellDone } from "./tell";

const isOver = () => ({ dueAt: { lte: clock.now() }, remindedAt: { not: null } });

/** Removes the factors of everyone whose wait is over. Any number of processes may do so at once. */
export async function completeResets(): Promise<void> {
  const over = await db.factorReset.findMany({
    where: isOver(),
    orderBy: { dueAt: "asc" },
    select: { userId: true },
    take: 100,
  });
  for (const { userId } of over) {
    const user = await completeReset(userId);
    if (user) tellDone(user);
  }
}

/**
 * Every second factor goes, and every session and sign-in that waits. Null when the wait ended meanwhile, or is not over.
 * A business that requires a second factor lets the person in no more until they set one up.
 */
async function completeReset(userId: string): Promise<Addressee | null> {
  return db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    const { count } = await tx.factorReset.deleteMany({ where: { userId, ...isOver() } });
    if (count === 0) return null;
    await tx.totpFactor.deleteMany({ where: { userId } });
    await tx.passkey.deleteMany({ where: { userId } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    await voidLinks(tx, userId, ["reset_factors", "keep_factors"]);
    await endSessions(userId, { tx });
    await recordStep(tx, userId, "done", { method: "mail_link", device: nowhere });
    return tx.user.findUniqueOrThrow({ where: { id: userId }, select: addressee });
  });
}
