import "server-only";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { issueLink } from "@/lib/platform/mail/links";
import { postMail } from "@/lib/platform/mail/post";
import { keepLinkMs } from "./begin";
import { nameFactors } from "./name-factors";
import { composeNotice, type Recipient, recipient } from "./notify";
import { leastNoticeMs, reminderHours } from "./wait";

/** Also when the notice was written, but given up a day ago. */
const notReminded = () => ({
  reminderId: null,
  OR: [
    { reminderMessageId: null },
    { reminderMessage: { state: "dead" as const, finishedAt: { lte: new Date(+clock.now() - hours(24)) } } },
  ],
});

/** Writes the second notice of every wait that is half over, once each, whichever process comes first. */
export async function remindOfResets(): Promise<void> {
  const beganAt = { lte: new Date(+clock.now() - hours(reminderHours)) };
  const select = {
    userId: true,
    beganAt: true,
    dueAt: true,
    onlySuspended: true,
    restoreEmail: true,
    reminderMessageId: true,
    user: { select: recipient },
  };
  const waits = await db.factorReset.findMany({ where: { ...notReminded(), beganAt }, select, take: 100 });
  for (const wait of waits) {
    const { userId } = wait;
    await remind(wait).catch((error: Error) => log.error({ userId, reason: error.name }, "a reminder failed"));
  }
}

type Running = {
  userId: string;
  beganAt: Date;
  dueAt: Date;
  onlySuspended: boolean;
  restoreEmail: string | null;
  reminderMessageId: string | null;
  user: Recipient;
};

/** Of many at once, one writes it. A late notice postpones the end. */
async function remind(wait: Running): Promise<void> {
  const { userId, beganAt, dueAt: planned, onlySuspended, restoreEmail, user, reminderMessageId: before } = wait;
  const dueAt = new Date(Math.max(+planned, +clock.now() + leastNoticeMs));
  await db.$transaction(async (tx) => {
    const where = { userId, beganAt, reminderId: null, reminderMessageId: before };
    const { count } = await tx.factorReset.updateMany({ where, data: { dueAt } });
    if (count === 0) return;
    const token = await issueLink(tx, { userId, purpose: "keep_factors", lifeMs: keepLinkMs });
    const factors = await nameFactors(tx, userId, user.locale, { onlySuspended });
    const kind = onlySuspended ? "factorsSuspendedSoon" : restoreEmail ? "undoWaiting" : "factorResetSoon";
    const notice = composeNotice(user, kind, { dueAt, token, factors, address: restoreEmail ?? "" });
    const reminderMessageId = await postMail(tx, notice);
    await tx.factorReset.update({ where: { userId }, data: { reminderMessageId }, select: { userId: true } });
  });
}
