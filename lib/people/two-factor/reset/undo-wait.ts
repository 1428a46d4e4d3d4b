import "server-only";
import type { Device } from "@/lib/access/principals/device";
import { clock, hours } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { issueLink } from "@/lib/platform/mail/links";
import { postMail } from "@/lib/platform/mail/post";
import { keepLinkMs } from "./begin";
import { endWaitAndNotify } from "./cancel";
import { nameFactors } from "./name-factors";
import { composeNotice, recipient } from "./notify";
import { recordStep } from "./record";
import { type Wait, waitHours } from "./wait";

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
