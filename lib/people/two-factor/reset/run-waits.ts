import "server-only";
import { endSessions } from "@/lib/access/sessions/service";
import { endRoleWithoutFactor } from "@/lib/access/staff";
import { lockFactors } from "@/lib/people/two-factor/factors";
import { clock, hours } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { issueLink, voidLinks } from "@/lib/platform/mail/links";
import { postMail } from "@/lib/platform/mail/post";
import { findChange, restoreEmail } from "./restore-email";
import {
  composeNotice,
  keepLinkMs,
  leastNoticeMs,
  nameFactors,
  notifyDone,
  type Recipient,
  recipient,
  recordStep,
  reminderHours,
  unknownDevice,
} from "./wait";

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
  // Also those whose notice was written, but given up a day ago.
  const givenUp = { state: "dead" as const, finishedAt: { lte: new Date(+clock.now() - hours(24)) } };
  const notReminded = { OR: [{ reminderMessageId: null }, { reminderMessage: givenUp }] };
  const waits = await db.factorReset.findMany({ where: { ...notReminded, beganAt }, select, take: 100 });
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
    const where = { userId, beganAt, reminderMessageId: before };
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

const isOver = () => ({
  dueAt: { lte: clock.now() },
  reminderMessage: { state: "delivered", finishedAt: { lte: new Date(+clock.now() - leastNoticeMs) } },
});

/** Removes the factors of everyone whose wait is over. Safe in any number of processes at once. */
export async function completeResets(): Promise<void> {
  const over = await db.factorReset.findMany({
    where: isOver(),
    orderBy: { dueAt: "asc" },
    select: { userId: true },
    take: 100,
  });
  for (const { userId } of over) {
    // One that fails is tried again, and does not keep the others waiting.
    await completeReset(userId).catch((error: Error) => log.error({ userId, reason: error.name }, "a reset failed"));
  }
}

/**
 * Removes the factors that the wait was for, and ends every session; nothing if the wait was ended meanwhile. A
 * business that requires a second factor rejects the person until they set one up; a role on the operator's staff ends.
 */
async function completeReset(userId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    const wait = await tx.factorReset.findUnique({
      where: { userId, ...isOver() },
      select: { onlySuspended: true, restoreEmail: true },
    });
    if (!wait) return;
    await tx.factorReset.delete({ where: { userId }, select: { userId: true } });
    const { locale } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { locale: true } });
    const factors = await nameFactors(tx, userId, locale, wait);
    // The owner can have removed suspended factors meanwhile.
    if (wait.onlySuspended && factors === "") return;
    const isWithout = await removeFactors(tx, userId, wait);
    await voidLinks(tx, userId, ["reset_factors", "keep_factors"]);
    await endSessions(userId, { tx });
    if (wait.restoreEmail) {
      const changedAt = await findChange(tx, userId, wait.restoreEmail);
      await restoreEmail(tx, { userId, email: wait.restoreEmail, changedAt });
    }
    await recordStep(tx, userId, "done", { method: "mail_link", device: unknownDevice });
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: recipient });
    await notifyDone(tx, user, wait.onlySuspended ? "suspendedRemoved" : "factorResetDone", factors);
    if (isWithout) await endRoleWithoutFactor(tx, userId);
  });
}

/** Returns whether none is left. */
async function removeFactors(
  tx: Transaction,
  userId: string,
  { onlySuspended }: { onlySuspended: boolean },
): Promise<boolean> {
  const where = { userId, ...(onlySuspended && { suspendedAt: { not: null } }) };
  await tx.totpFactor.deleteMany({ where });
  await tx.passkey.deleteMany({ where });
  const left =
    (await tx.passkey.count({ where: { userId } })) +
    (await tx.totpFactor.count({ where: { userId, confirmedAt: { not: null } } }));
  await tx.recoveryCode.deleteMany({ where: left > 0 ? where : { userId } });
  return left === 0;
}
