import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { OperatorError, recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { isDeclared } from "@/lib/money/bank/transfers/accounts";
import { OtherContent } from "@/lib/money/bank/transfers/find-same";
import { type RecordedTransfer, recordBankTransfer } from "@/lib/money/bank/transfers/record";
import { clock, days, minutes, seconds } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { decrypt, type EncryptionContext, encrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { failpoint } from "@/lib/platform/failpoint";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { networkOf, networksOf } from "@/lib/platform/net/client-key";
import { type Claims, inTransaction, workThrough } from "@/lib/platform/outbox/claim-loop";
import { perProcess } from "@/lib/platform/per-process";
import type { ProviderName } from "./provider";
import { providers, sources } from "./providers";
import { Unreadable } from "./values";

// A notification from its HTTP request on. `receiveNotification` stores it before it is answered. `settleNotifications`
// reads it in a worker and records its transfer, by which a business is credited or the money waits for a person. What
// cannot be recorded is set aside for a person, and what fails is tried again.

export const notificationContext = (id: string): EncryptionContext => ({ purpose: "bank notification", owner: id });

/** Of one network and minute, so that a flood of forged ones does not fill the table. */
const maxRejectedPerMinute = 60;
const maxRejectedBytes = 512;
const rejected = new RateLimiterMemory({ points: perProcess(maxRejectedPerMinute), duration: 60 });

const insert = `
  INSERT INTO bank_notifications
    (id, provider, received_at, network, status, reason, encrypted_body, content_type, due_at, processed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $3, $9)`;

export const notStored = "a bank notification could not be stored";

export type Received = { headers: Headers; body: Buffer; address: string | null };

/**
 * Stores a notification, also one that is not verified, and returns whether it is. A verified one is on the disk when
 * this returns, and is processed later. Throws when a verified one cannot be stored.
 */
export async function receiveNotification(
  provider: ProviderName,
  { headers, body, address }: Received,
): Promise<boolean> {
  const now = clock.now();
  const verdict = providers[provider].verify(headers, body, env, now);
  if (!verdict.isVerified) {
    // Counted also in the larger IPv6 networks that one customer can have.
    const counted = await Promise.allSettled(networksOf(address).map((network) => rejected.consume(network)));
    if (counted.some(({ status }) => status === "rejected")) return false;
  }

  const id = newId("bankNotification");
  const network = networkOf(address);
  const [status, reason, processedAt] = verdict.isVerified
    ? ["pending", null, null]
    : ["rejected", verdict.reason, now];
  // Of what anyone can send only the beginning is stored.
  const stored = verdict.isVerified ? body : body.subarray(0, maxRejectedBytes);
  const encrypted = encrypt(stored.toString("base64"), notificationContext(id));
  const contentType = (headers.get("content-type") ?? "").slice(0, 200);
  const values = [id, provider, now, network, status, reason, encrypted, contentType, processedAt];
  // A flood of forged ones must not take the connections of the others.
  const storing = sql("bank-notification", insert, values, { isReserved: verdict.isVerified });
  if (verdict.isVerified) await storing;
  else await storing.catch((error: Error) => log.error({ provider, reason: error.message }, notStored));
  failpoint("journaled");

  if (verdict.isVerified)
    log.info({ notification: id, provider, verifiedBy: verdict.by }, "a bank notification arrived");
  else log.warn({ notification: id, provider, network, reason }, "a bank notification was rejected");
  return verdict.isVerified;
}

type Notification = { id: string; provider: string; encryptedBody: string; contentType: string; attempts: number };

/** Records and credits what arrived, one notification after the other. */
export const notificationClaims: Claims<Notification> = {
  name: "bank-notifications",
  restMs: seconds(1),
  async claim() {
    const claimed = await settleNext();
    failpoint("settled");
    return claimed;
  },
};

export const settleNotifications = () => workThrough(notificationClaims);

const settleNext = inTransaction({ claim: claimNext, work: settle, retry: tryLater });

async function claimNext(tx: Transaction): Promise<Notification | undefined> {
  const [next] = await tx.$queryRaw<Notification[]>`
    SELECT id, provider, encrypted_body AS "encryptedBody", content_type AS "contentType", attempts
    FROM bank_notifications WHERE status = 'pending' AND due_at <= ${clock.now()}
    ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return next;
}

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

const maxPauseMs = minutes(5);

// The messages of database errors quote values, so only the error's name is kept.
async function tryLater({ id, provider, attempts }: Notification, error: Error): Promise<void> {
  const pauseMs = Math.min(seconds(2 ** Math.min(attempts, 20)), maxPauseMs);
  const dueAt = new Date(clock.now().getTime() + pauseMs);
  const data = { attempts: attempts + 1, dueAt, reason: error.name };
  await db.bankNotification.updateMany({ where: { id, status: "pending" }, data });
  log.error({ notification: id, provider, error: error.name, attempts: attempts + 1 }, "a bank transfer waits");
}

const unknownAccount = "the account is not one of ours";
const retryUnknownMs = minutes(5);

/** A verified notification that names money, so that it is kept and reported until someone sees to it. */
async function setAside(tx: Transaction, { id, provider }: Notification, reason: string): Promise<void> {
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

const keptMs = days(30);
/** Of verified ones that could not be recorded: they name money. */
const unrecordedKeptMs = days(400);

const remove = `DELETE FROM bank_notifications WHERE id IN (
  SELECT id FROM bank_notifications WHERE received_at < CASE status WHEN 'unrecorded' THEN $2::timestamptz ELSE $1::timestamptz END
    AND received_at < $1 AND status <> 'pending' ORDER BY received_at LIMIT 1000)
  RETURNING id`;

/** Deletes expired notifications, at most 1,000 of them, and returns how many. What still waits is kept. */
export async function sweepNotifications(): Promise<number> {
  const before = [keptMs, unrecordedKeptMs].map((ms) => new Date(clock.now().getTime() - ms));
  return (await sql(undefined, remove, before)).length;
}
