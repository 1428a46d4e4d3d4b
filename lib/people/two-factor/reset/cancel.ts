import "server-only";
import type { Device } from "@/lib/access/principals/device";
import type { Viewer } from "@/lib/access/principals/viewer";
import { requireLiveSession } from "@/lib/access/sessions/service";
import { lockFactors } from "@/lib/people/two-factor/last-factor";
import { db, type Transaction } from "@/lib/platform/db";
import { getLink, spendLink, voidLinks } from "@/lib/platform/mail/links";
import { notifyCanceled, type Recipient, recipient } from "./notify";
import { type Proof, recordStep } from "./record";
import { keepSuspended } from "./suspend";
import { findWait } from "./wait";

/** Ends the wait for the removal of all factors, not of suspended ones. Returns whom to notify; null if none ran. */
export async function endWait(tx: Transaction, userId: string, proof: Proof): Promise<Recipient | null> {
  await lockFactors(tx, userId);
  const { count } = await tx.factorReset.deleteMany({ where: { userId, onlySuspended: false } });
  await voidLinks(tx, userId, ["reset_factors"]);
  if (count === 0) return null;
  await voidLinks(tx, userId, ["keep_factors"]);
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: recipient });
  await recordStep(tx, userId, "cancelled", proof);
  return user;
}

/** The same, and notifies them. */
export async function endWaitAndNotify(tx: Transaction, userId: string, proof: Proof): Promise<void> {
  const user = await endWait(tx, userId, proof);
  if (user) await notifyCanceled(tx, user);
}

/** Ends the wait for someone who has just used a factor, which is therefore not lost. Does nothing if none runs. */
export async function cancelReset(userId: string, proof: Proof): Promise<void> {
  if (!(await findWait(userId))) return;
  await db.$transaction((tx) => endWaitAndNotify(tx, userId, proof));
}

/** Ends the wait from a signed-in browser, whichever kind of wait it is. */
export async function cancelOwnReset({ userId, sessionId, device }: Viewer): Promise<void> {
  const where = { id: sessionId };
  const { method } = await db.session.findUniqueOrThrow({ where, select: { method: true } });
  await cancelReset(userId, { method, device, sessionId });
}

/** Ends the wait for suspended factors from a signed-in browser: they are the person's own after all. */
export async function keepOwnSuspended({ userId, sessionId, device }: Viewer): Promise<void> {
  const where = { id: sessionId };
  const { method } = await db.session.findUniqueOrThrow({ where, select: { method: true } });
  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await requireLiveSession(tx, sessionId);
    await keepSuspended(tx, userId, { method, device, sessionId });
  });
}

/** Uses the link in a notice, which ends the wait. Throws NOT_FOUND for an invalid link. */
export async function cancelResetByLink(token: string, device: Device): Promise<void> {
  const { userId } = await getLink("keep_factors", token);
  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await spendLink(tx, "keep_factors", token);
    const proof = { method: "mail_link", device } as const;
    if (!(await keepSuspended(tx, userId, proof))) await endWaitAndNotify(tx, userId, proof);
  });
}
