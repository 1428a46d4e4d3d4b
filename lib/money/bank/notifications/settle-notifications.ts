import "server-only";
import { isDeclared } from "@/lib/money/bank/transfers/accounts";
import { OtherContent } from "@/lib/money/bank/transfers/find-same";
import { type RecordedTransfer, recordBankTransfer } from "@/lib/money/bank/transfers/record";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { failpoint } from "@/lib/platform/failpoint";
import { log } from "@/lib/platform/log";
import { type Claims, inTransaction, workThrough } from "@/lib/platform/outbox/claim-loop";
import { sources } from "./providers";
import { notificationContext } from "./receive-notification";
import { setAside, unknownAccount } from "./set-aside";
import { Unreadable } from "./values";

type Notification = { id: string; provider: string; encryptedBody: string; contentType: string; attempts: number };

/** Records and credits what arrived, one notification after the other. */
export const notificationClaims: Claims<Notification> = {
  name: "bank-notifications",
  rest: { text: "(SELECT min(due_at) FROM bank_notifications WHERE status = 'pending') <= $1" },
  async claim() {
    const claimed = await settleNext();
    failpoint("settled");
    return claimed;
  },
};

export const settleNotifications = () => workThrough(notificationClaims);

const maxPauseMs = minutes(5);

const settleNext = inTransaction<Notification>({
  async claim(tx) {
    const [next] = await tx.$queryRaw<Notification[]>`
      SELECT id, provider, encrypted_body AS "encryptedBody", content_type AS "contentType", attempts
      FROM bank_notifications WHERE status = 'pending' AND due_at <= ${clock.now()}
      ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
    return next;
  },
  work: settle,
  // The messages of database errors quote values, so only the error's name is kept.
  async retry({ id, provider, attempts }, error) {
    const pauseMs = Math.min(seconds(2 ** Math.min(attempts, 20)), maxPauseMs);
    const dueAt = new Date(clock.now().getTime() + pauseMs);
    const data = { attempts: attempts + 1, dueAt, reason: error.name };
    await db.bankNotification.updateMany({ where: { id, status: "pending" }, data });
    log.error({ notification: id, provider, error: error.name, attempts: attempts + 1 }, "a bank transfer waits");
  },
});

/** Throws what another attempt can succeed at. */
async function settle(tx: Transaction, notification: Notification): Promise<void> {
  const { id, provider, encryptedBody, contentType } = notification;
  const source = sources[provider];
  if (!source) return setAside(tx, notification, "the provider is unknown");
  const body = Buffer.from(decrypt(encryptedBody, notificationContext(id)), "base64");
  const recorded: RecordedTransfer[] = [];
  try {
    const reports = await source.parse(body, contentType);
    for (const { accountNumber } of reports)
      if (!(await isOurs(tx, accountNumber))) return setAside(tx, notification, unknownAccount);
    for (const report of reports) recorded.push(await recordBankTransfer(tx, report, id));
  } catch (error) {
    // Nothing was recorded of it before: a notification has one report.
    if (error instanceof Unreadable || error instanceof OtherContent) return setAside(tx, notification, error.message);
    throw error;
  }
  const data = { status: "done", reason: null, processedAt: clock.now() };
  await tx.bankNotification.update({ where: { id }, data, select: { id: true } });
  failpoint("reported");
  for (const { transferId, isNew, status } of recorded)
    log.info({ notification: id, transfer: transferId, isNew, status }, "a bank transfer was reported");
}

/** Whether the account is one of ours: in the settings now, or when one of our top-ups named it. */
export async function isOurs(tx: Transaction, accountNumber: string): Promise<boolean> {
  if (isDeclared(accountNumber)) return true;
  const shown = await tx.topUp.findFirst({ where: { accountNumber }, select: { id: true } });
  return shown !== null;
}
