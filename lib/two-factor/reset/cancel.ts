import "server-only";
import { db, type Transaction } from "@/lib/db";
import type { Device } from "@/lib/device";
import { getLink, spendLink, voidLinks } from "@/lib/mail/links";
import type { Viewer } from "@/lib/principals/viewer";
import { lockFactors } from "../last-factor";
import { type Proof, recordStep } from "./record";
import { keepSuspended } from "./suspend";
import { type Addressee, addressee, tellCancelled } from "./tell";
import { findWait } from "./wait";

/**
 * Ends the wait for the removal of all factors, if one runs: they stay. Answers whom to tell, at the address that was
 * told of the wait; null when none ran. A wait for suspended factors goes on: its end is not for whoever holds another.
 */
export async function endWait(tx: Transaction, userId: string, proof: Proof): Promise<Addressee | null> {
  await lockFactors(tx, userId);
  const { count } = await tx.factorReset.deleteMany({ where: { userId, onlySuspended: false } });
  await voidLinks(tx, userId, ["reset_factors"]);
  if (count === 0) return null;
  await voidLinks(tx, userId, ["keep_factors"]);
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: addressee });
  await recordStep(tx, userId, "cancelled", proof);
  return user;
}

/** The same, and tells them. */
export async function endWaitAndTell(tx: Transaction, userId: string, proof: Proof): Promise<void> {
  const user = await endWait(tx, userId, proof);
  if (user) await tellCancelled(tx, user);
}

/** Ends the wait for someone who has just shown a factor, which then is not lost. Where none runs nothing happens. */
export async function cancelReset(userId: string, proof: Proof): Promise<void> {
  if (!(await findWait(userId))) return;
  await db.$transaction((tx) => endWaitAndTell(tx, userId, proof));
}

/** Ends the wait from a browser that is signed in, in whichever way it is. */
export async function cancelOwnReset({ userId, sessionId, device }: Viewer): Promise<void> {
  const where = { id: sessionId };
  const { method } = await db.session.findUniqueOrThrow({ where, select: { method: true } });
  await cancelReset(userId, { method, device, sessionId });
}

/** Ends the wait for suspended factors from a browser that is signed in: they are the person's own after all. */
export async function keepOwnSuspended({ userId, sessionId, device }: Viewer): Promise<void> {
  const where = { id: sessionId };
  const { method } = await db.session.findUniqueOrThrow({ where, select: { method: true } });
  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await keepSuspended(tx, userId, { method, device, sessionId });
  });
}

/** Spends the link in a notice, which ends the wait. Throws NOT_FOUND for a dead link. */
export async function cancelResetByLink(token: string, device: Device): Promise<void> {
  const { userId } = await getLink("keep_factors", token);
  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await spendLink(tx, "keep_factors", token);
    const proof = { method: "mail_link", device } as const;
    if (!(await keepSuspended(tx, userId, proof))) await endWaitAndTell(tx, userId, proof);
  });
}
