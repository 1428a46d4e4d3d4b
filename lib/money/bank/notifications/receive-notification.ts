import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { type EncryptionContext, encrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { failpoint } from "@/lib/platform/failpoint";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { networkOf, networksOf } from "@/lib/platform/net/client-key";
import { perProcess } from "@/lib/platform/per-process";
import type { ProviderName } from "./provider";
import { providers } from "./providers";

// A bank notification's way: `receiveNotification` stores it before its request is answered, `settleNotifications` has
// a worker credit what it names, and staff see to what was set aside (`set-aside.ts`).

export const notificationContext = (id: string): EncryptionContext => ({ purpose: "bank notification", owner: id });

/** Of one network and minute, so that a flood of forged ones does not fill the table. */
const maxRejectedPerMinute = 60;
const maxRejectedBytes = 512;
const rejectedLimiter = new RateLimiterMemory({ points: perProcess(maxRejectedPerMinute), duration: 60 });

const insertNotification = `
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
    const counted = await Promise.allSettled(networksOf(address).map((network) => rejectedLimiter.consume(network)));
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
  const storing = sql("bank-notification", insertNotification, values, { isReserved: verdict.isVerified });
  if (verdict.isVerified) await storing;
  else await storing.catch((error: Error) => log.error({ provider, reason: error.message }, notStored));
  failpoint("journaled");

  if (verdict.isVerified)
    log.info({ notification: id, provider, verifiedBy: verdict.by }, "a bank notification arrived");
  else log.warn({ notification: id, provider, network, reason }, "a bank notification was rejected");
  return verdict.isVerified;
}

const keptMs = days(30);
/** Of verified ones that could not be recorded: they name money. */
const unrecordedKeptMs = days(400);

const deleteExpired = `DELETE FROM bank_notifications WHERE id IN (
  SELECT id FROM bank_notifications WHERE received_at < CASE status WHEN 'unrecorded' THEN $2::timestamptz ELSE $1::timestamptz END
    AND received_at < $1 AND status <> 'pending' ORDER BY received_at LIMIT 1000)
  RETURNING id`;

/** Deletes expired notifications, at most 1,000 of them, and returns how many. What still waits is kept. */
export async function sweepNotifications(): Promise<number> {
  const before = [keptMs, unrecordedKeptMs].map((ms) => new Date(clock.now().getTime() - ms));
  return (await sql(undefined, deleteExpired, before)).length;
}
