import "server-only";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { voidLinks } from "@/lib/mail/links";
import { endSessions } from "@/lib/sessions/service";
import { lockFactors } from "../last-factor";
import { nowhere, recordStep } from "./record";
import { addressee, tellDone } from "./tell";
import { leastNoticeMs } from "./wait";

const isOver = () => ({
  dueAt: { lte: clock.now() },
  reminder: { sentAt: { lte: new Date(+clock.now() - leastNoticeMs) } },
});

/** Removes the factors of everyone whose wait is over. Any number of processes may do so at once. */
export async function completeResets(): Promise<void> {
  const over = await db.factorReset.findMany({
    where: isOver(),
    orderBy: { dueAt: "asc" },
    select: { userId: true },
    take: 100,
  });
  for (const { userId } of over) await completeReset(userId);
}

/**
 * Every second factor goes, and every session and sign-in that waits. Nothing does when the wait ended meanwhile.
 * A business that requires a second factor lets the person in no more until they set one up.
 */
async function completeReset(userId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    const { count } = await tx.factorReset.deleteMany({ where: { userId, ...isOver() } });
    if (count === 0) return;
    await tx.totpFactor.deleteMany({ where: { userId } });
    await tx.passkey.deleteMany({ where: { userId } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    await voidLinks(tx, userId, ["reset_factors", "keep_factors"]);
    await endSessions(userId, { tx });
    await recordStep(tx, userId, "done", { method: "mail_link", device: nowhere });
    await tellDone(tx, await tx.user.findUniqueOrThrow({ where: { id: userId }, select: addressee }));
  });
}
