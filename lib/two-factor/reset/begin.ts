import "server-only";
import { clock, days, hours } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import type { Device } from "@/lib/device";
import { Refusal } from "@/lib/errors";
import { getLink, issueLink, spendLink, voidLinks } from "@/lib/mail/links";
import { postMail } from "@/lib/mail/post";
import { lockFactors } from "../last-factor";
import { nameFactors } from "./name-factors";
import { recordStep } from "./record";
import { type Addressee, addressee, composeNotice } from "./tell";
import { type Wait, waitHours } from "./wait";

/** A link that ends a wait is good for as long as the wait may run: it is void once that is over. */
export const keepLinkMs = hours(waitHours) + days(7);

/**
 * Spends the mailed link: from now on the wait runs, and the person is told how to end it. While one runs already it
 * goes on unchanged. Throws NOT_FOUND for a dead link, CONFLICT when there is no second factor to remove.
 */
export async function beginReset(linkToken: string, device: Device): Promise<Wait> {
  const { userId } = await getLink("reset_factors", linkToken);
  return db.$transaction(async (tx) => {
    // Before the link's own lock, like whatever ends the wait: two who take both never wait for each other.
    await lockFactors(tx, userId);
    await spendLink(tx, "reset_factors", linkToken);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: addressee });
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
  { userId, ...user }: Addressee & { userId: string },
  device: Device,
): Promise<{ dueAt: Date }> {
  await refuseWithoutFactor(tx, userId);
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

async function refuseWithoutFactor(tx: Transaction, userId: string): Promise<void> {
  const apps = await tx.totpFactor.count({ where: { userId, confirmedAt: { not: null } } });
  const passkeys = await tx.passkey.count({ where: { userId } });
  if (apps + passkeys === 0) throw new Refusal("CONFLICT", { message: "twoFactor.notOn" });
}
