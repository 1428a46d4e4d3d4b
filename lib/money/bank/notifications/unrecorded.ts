import "server-only";
import { OperatorError, recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { notificationContext } from "./receive-notification";

/** Verified notifications that could not be recorded and that no operator dismissed, the oldest first. */
export const listUnrecorded = () =>
  db.bankNotification.findMany({
    where: { status: "unrecorded" },
    orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
    select: { id: true, provider: true, receivedAt: true, reason: true },
    take: 500,
  });

/** The notification as it arrived. Reading it is audited, since it can name the payer. Throws OperatorError. */
export async function readNotification(operator: Operator, id: string, reason: string): Promise<string> {
  requireOperatorRight(operator, "money");
  return db.$transaction(async (tx) => {
    const found = await tx.bankNotification.findUnique({ where: { id }, select: { encryptedBody: true } });
    if (!found) throw new OperatorError(`No notification has the id ${id}.`);
    await record(tx, operator, { action: "notification.read", id, reason });
    return Buffer.from(decrypt(found.encryptedBody, notificationContext(id)), "base64").toString("utf8");
  });
}

/** Ends the alarm about an unrecorded notification, which is then deleted with the others. Throws OperatorError for any other. */
export async function dismissUnrecorded(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "money");
  await db.$transaction(async (tx) => {
    await lockUnrecorded(tx, id);
    const data = { status: "dismissed", processedAt: clock.now() };
    await tx.bankNotification.update({ where: { id }, data, select: { id: true } });
    await record(tx, operator, { action: "notification.dismissed", id, reason });
  });
}

async function lockUnrecorded(tx: Transaction, id: string) {
  await tx.$queryRaw`SELECT id FROM bank_notifications WHERE id = ${id} FOR UPDATE`;
  const notification = await tx.bankNotification.findUnique({ where: { id } });
  if (notification?.status !== "unrecorded") throw new OperatorError(`No unrecorded notification has the id ${id}.`);
  return notification;
}

type Act = { action: "notification.read" | "notification.dismissed"; id: string; reason: string };

const record = (tx: Transaction, operator: Operator, { action, id, reason }: Act) =>
  recordPlatformAct(tx, operator, { action, businessId: null, reason, about: { notificationId: id } });
