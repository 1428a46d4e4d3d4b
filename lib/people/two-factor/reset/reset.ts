import "server-only";
import type { Device } from "@/lib/access/principals/device";
import type { Viewer } from "@/lib/access/principals/viewer";
import { requireLiveSession } from "@/lib/access/sessions/service";
import { recordSignIn } from "@/lib/people/sign-in-log/sign-in-log";
import { type FactorUser, lockFactors } from "@/lib/people/two-factor/factors";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { composeMail } from "@/lib/platform/mail/compose";
import { getLink, hasManyLinks, issueLink, spendLink, voidLinks } from "@/lib/platform/mail/links";
import { postMail } from "@/lib/platform/mail/post";
import { queueMail } from "@/lib/platform/mail/send";
import { keepSuspended } from "./suspend";
import {
  composeNotice,
  findWait,
  keepLinkMs,
  nameFactors,
  notifyCanceled,
  type Proof,
  type Recipient,
  recipient,
  recordStep,
  type Wait,
  waitHours,
} from "./wait";

const linkMinutes = 60;

/** After a correct password: emails the link that starts the wait. Throws CONFLICT if one runs, TOO_MANY_ATTEMPTS. */
export async function requestReset({ userId, device }: FactorUser): Promise<void> {
  if (await findWait(userId)) throw new AppError("CONFLICT", { message: "twoFactor.reset.runs" });
  if (await hasManyLinks(userId, "reset_factors")) throw new AppError("TOO_MANY_ATTEMPTS");
  const { email, name, locale } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true, locale: true },
  });
  const token = await issueLink(db, { userId, purpose: "reset_factors", lifeMs: minutes(linkMinutes) });
  await recordSignIn({ userId, result: "reset_asked", method: "password", device });
  const link = `${env.url}/link/reset-factors/${token}`;
  const values = { name, link, minutes: linkMinutes, hours: waitHours };
  queueMail({ to: email, ...composeMail(locale, "factorResetAsked", values) });
}

/** Starts the wait and emails how to end it; one that runs goes on. Throws NOT_FOUND, CONFLICT for no second factor. */
export async function beginReset(linkToken: string, device: Device): Promise<Wait> {
  const { userId } = await getLink("reset_factors", linkToken);
  return db.$transaction(async (tx) => {
    // Locked before the link itself, as in everything that ends the wait, so that two who take both locks never
    // deadlock.
    await lockFactors(tx, userId);
    await spendLink(tx, "reset_factors", linkToken);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: recipient });
    const running = await tx.factorReset.findUnique({
      where: { userId },
      select: { dueAt: true, onlySuspended: true },
    });
    const wait = running ?? { ...(await startWait(tx, { ...user, userId }, device)), onlySuspended: false };
    return { ...wait, timeZone: user.timeZone };
  });
}

async function startWait(
  tx: Transaction,
  { userId, ...user }: Recipient & { userId: string },
  device: Device,
): Promise<{ dueAt: Date }> {
  const apps = await tx.totpFactor.count({ where: { userId, confirmedAt: { not: null } } });
  const passkeys = await tx.passkey.count({ where: { userId } });
  if (apps + passkeys === 0) throw new AppError("CONFLICT", { message: "twoFactor.notOn" });
  const beganAt = clock.now();
  const dueAt = new Date(+beganAt + hours(waitHours));
  await tx.factorReset.create({ data: { userId, beganAt, dueAt }, select: { userId: true } });
  await voidLinks(tx, userId, ["reset_factors"]);
  const token = await issueLink(tx, { userId, purpose: "keep_factors", lifeMs: keepLinkMs });
  await recordStep(tx, userId, "begun", { method: "mail_link", device });
  const factors = await nameFactors(tx, userId, user.locale, { onlySuspended: false });
  await postMail(tx, composeNotice(user, "factorResetBegun", { dueAt, token, factors }));
  return { dueAt };
}

/** At its end all factors are removed and the earlier email is back. Replaces a running wait. Under `lockFactors`. */
export async function beginUndoWait(
  tx: Transaction,
  userId: string,
  restoreEmail: string,
  device: Device,
): Promise<Wait> {
  await endWaitAndNotify(tx, userId, { method: "mail_link", device });
  await tx.factorReset.deleteMany({ where: { userId } });
  const beganAt = clock.now();
  const dueAt = new Date(+beganAt + hours(waitHours));
  await tx.factorReset.create({ data: { userId, beganAt, dueAt, restoreEmail }, select: { userId: true } });
  await recordStep(tx, userId, "begun", { method: "mail_link", device });
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: recipient });
  const token = await issueLink(tx, { userId, purpose: "keep_factors", lifeMs: keepLinkMs });
  const factors = await nameFactors(tx, userId, user.locale, { onlySuspended: false });
  await postMail(tx, composeNotice(user, "undoWaiting", { dueAt, token, factors, address: restoreEmail }));
  return { dueAt, timeZone: user.timeZone, onlySuspended: false };
}

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
