import "server-only";
import { clock, hours } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { issueLink, voidLinks } from "@/lib/platform/mail/links";
import { postMail } from "@/lib/platform/mail/post";
import {
  composeNotice,
  keepLinkMs,
  nameFactors,
  notifyCanceled,
  type Proof,
  recipient,
  recordStep,
  unknownDevice,
  waitHours,
} from "./wait";

type Doubted = {
  /** The browsers that may belong to an attacker. */
  fingerprints: string[];
  /** Recovery codes created from then on may be known to someone else. */
  since: Date;
  /** Whether passkeys and an app that were added from then on are suspended too, whichever browser they came from. */
  fromAnyBrowser?: boolean;
};

/**
 * Suspends what was added from these browsers, and recovery codes created since, and starts the wait after which they
 * are removed: until then they prove nothing, and yet a password alone does not sign in. Does nothing if there is
 * nothing to suspend. Under `lockFactors`; a wait for the removal of all factors must have been ended.
 */
export async function suspendFactors(tx: Transaction, userId: string, doubted: Doubted): Promise<void> {
  const { fingerprints, since, fromAnyBrowser = false } = doubted;
  const device = { in: fingerprints };
  const sessions = await tx.session.findMany({ where: { userId, device }, select: { id: true } });
  const theirs = { sessionId: { in: sessions.map(({ id }) => id) } };
  const recent = { createdAt: { gte: since } };
  const added = { userId, suspendedAt: null, OR: fromAnyBrowser ? [theirs, recent] : [theirs] };
  const data = { suspendedAt: clock.now() };
  const { count: passkeys } = await tx.passkey.updateMany({ where: added, data });
  const { count: apps } = await tx.totpFactor.updateMany({ where: { ...added, confirmedAt: { not: null } }, data });
  const made = { userId, suspendedAt: null, ...recent };
  const { count: codes } = await tx.recoveryCode.updateMany({ where: made, data });
  if (passkeys + apps + codes > 0) await startWait(tx, userId);
}

async function startWait(tx: Transaction, userId: string): Promise<void> {
  // An earlier one starts over, so that what is added to it gets its full notice.
  await tx.factorReset.deleteMany({ where: { userId } });
  await voidLinks(tx, userId, ["keep_factors"]);
  const beganAt = clock.now();
  const dueAt = new Date(+beganAt + hours(waitHours));
  const wait = { userId, beganAt, dueAt, onlySuspended: true };
  await tx.factorReset.create({ data: wait, select: { userId: true } });
  await recordStep(tx, userId, "begun", { method: "mail_link", device: unknownDevice });
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: recipient });
  const token = await issueLink(tx, { userId, purpose: "keep_factors", lifeMs: keepLinkMs });
  const factors = await nameFactors(tx, userId, user.locale, { onlySuspended: true });
  await postMail(tx, composeNotice(user, "factorsSuspended", { dueAt, token, factors }));
}

/** Ends such a wait; false if none ran. Under `lockFactors`, only for someone who signed in since or reads notices. */
export async function keepSuspended(tx: Transaction, userId: string, proof: Proof): Promise<boolean> {
  const { count } = await tx.factorReset.deleteMany({ where: { userId, onlySuspended: true } });
  if (count === 0) return false;
  await voidLinks(tx, userId, ["keep_factors"]);
  const suspended = { where: { userId }, data: { suspendedAt: null } };
  await tx.passkey.updateMany(suspended);
  await tx.totpFactor.updateMany(suspended);
  await tx.recoveryCode.updateMany(suspended);
  await recordStep(tx, userId, "cancelled", proof);
  await notifyCanceled(tx, await tx.user.findUniqueOrThrow({ where: { id: userId }, select: recipient }));
  return true;
}
