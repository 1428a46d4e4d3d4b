import "server-only";
import { clock, hours } from "@/lib/clock";
import { db } from "@/lib/db";
import { issueLink } from "@/lib/mail/links";
import { postMail } from "@/lib/mail/post";
import { keepLinkMs } from "./begin";
import { nameFactors } from "./name-factors";
import { type Addressee, addressee, composeNotice } from "./tell";
import { leastNoticeMs, reminderHours } from "./wait";

/** Writes the second notice of every wait that is half over, once each, whichever process comes first. */
export async function remindOfResets(): Promise<void> {
  const beganAt = { lte: new Date(+clock.now() - hours(reminderHours)) };
  const select = {
    userId: true,
    beganAt: true,
    dueAt: true,
    onlySuspended: true,
    restoreEmail: true,
    user: { select: addressee },
  };
  const waits = await db.factorReset.findMany({ where: { reminderId: null, beganAt }, select, take: 100 });
  for (const wait of waits) await remind(wait);
}

type Running = {
  userId: string;
  beganAt: Date;
  dueAt: Date;
  onlySuspended: boolean;
  restoreEmail: string | null;
  user: Addressee;
};

/** Of many who come at once, one gets to write it. A late notice puts the end off. */
async function remind({ userId, beganAt, dueAt: planned, onlySuspended, restoreEmail, user }: Running): Promise<void> {
  const dueAt = new Date(Math.max(+planned, +clock.now() + leastNoticeMs));
  await db.$transaction(async (tx) => {
    const where = { userId, beganAt, reminderId: null };
    const { count } = await tx.factorReset.updateMany({ where, data: { dueAt } });
    if (count === 0) return;
    const token = await issueLink(tx, { userId, purpose: "keep_factors", lifeMs: keepLinkMs });
    const factors = await nameFactors(tx, userId, user.locale, { onlySuspended });
    const kind = onlySuspended ? "factorsSuspendedSoon" : restoreEmail ? "undoWaiting" : "factorResetSoon";
    const notice = composeNotice(user, kind, { dueAt, token, factors, address: restoreEmail ?? "" });
    const reminderId = await postMail(tx, notice);
    await tx.factorReset.update({ where: { userId }, data: { reminderId }, select: { userId: true } });
  });
}
