import "server-only";
import { OperatorError, recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock, minutes } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { log } from "@/lib/platform/log";
import { notificationContext } from "./receive-notification";

export const unknownAccount = "the account is not one of ours";
const retryUnknownMs = minutes(5);

/** A verified notification that names money, so that it is kept and reported until someone sees to it. */
export async function setAside(
  tx: Transaction,
  { id, provider }: { id: string; provider: string },
  reason: string,
): Promise<void> {
  const now = clock.now();
  const dueAt = new Date(now.getTime() + retryUnknownMs);
  const data = { status: "unrecorded", reason, processedAt: now, dueAt };
  await tx.bankNotification.update({ where: { id }, data, select: { id: true } });
  log.error({ notification: id, provider, reason }, "a bank notification cannot be recorded");
}

/** Takes up again what named an unknown account: it may have been added to the settings. */
export async function retryUnknownAccounts(): Promise<void> {
  await db.bankNotification.updateMany({
    where: { status: "unrecorded", reason: unknownAccount, dueAt: { lte: clock.now() } },
    data: { status: "pending" },
  });
}

/** The notification as it arrived. Reading it is audited, since it can name the payer. Throws OperatorError. */
export async function readNotification(operator: Operator, id: string, reason: string): Promise<string> {
  requireOperatorRight(operator, "money");
  return db.$transaction(async (tx) => {
    const found = await tx.bankNotification.findUnique({ where: { id }, select: { encryptedBody: true } });
    if (!found) throw new OperatorError(`No notification has the id ${id}.`);
    const about = { notificationId: id };
    await recordPlatformAct(tx, operator, { action: "notification.read", businessId: null, reason, about });
    return Buffer.from(decrypt(found.encryptedBody, notificationContext(id)), "base64").toString("utf8");
  });
}

/** Ends the alarm about an unrecorded notification, which is then deleted with the others. Throws OperatorError for any other. */
export async function dismissUnrecorded(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "money");
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM bank_notifications WHERE id = ${id} FOR UPDATE`;
    const found = await tx.bankNotification.findUnique({ where: { id }, select: { status: true } });
    if (found?.status !== "unrecorded") throw new OperatorError(`No unrecorded notification has the id ${id}.`);
    const data = { status: "dismissed", processedAt: clock.now() };
    await tx.bankNotification.update({ where: { id }, data, select: { id: true } });
    const about = { notificationId: id };
    await recordPlatformAct(tx, operator, { action: "notification.dismissed", businessId: null, reason, about });
  });
}
