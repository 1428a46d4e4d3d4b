import "server-only";
import type { Device } from "@/lib/access/principals/device";
import { lockFactors } from "@/lib/people/two-factor/last-factor";
import { clock, days, hours } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { getLink, issueLink, spendLink, voidLinks } from "@/lib/platform/mail/links";
import { postMail } from "@/lib/platform/mail/post";
import { nameFactors } from "./name-factors";
import { composeNotice, type Recipient, recipient } from "./notify";
import { recordStep } from "./record";
import { type Wait, waitHours } from "./wait";

/** A link that ends a wait is valid for as long as the wait can run. */
export const keepLinkMs = hours(waitHours) + days(7);

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
  await requireFactor(tx, userId);
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

async function requireFactor(tx: Transaction, userId: string): Promise<void> {
  const apps = await tx.totpFactor.count({ where: { userId, confirmedAt: { not: null } } });
  const passkeys = await tx.passkey.count({ where: { userId } });
  if (apps + passkeys === 0) throw new AppError("CONFLICT", { message: "twoFactor.notOn" });
}
