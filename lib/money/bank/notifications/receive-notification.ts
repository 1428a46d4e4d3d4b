import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { clock } from "@/lib/platform/clock";
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
  if (!verdict.isVerified && !(await mayStoreRejected(address))) return false;
  const [status, reason, processedAt] = verdict.isVerified
    ? ["pending", null, null]
    : ["rejected", verdict.reason, now];
  const id = newId("bankNotification");
  // Of what anyone can send only the beginning is stored.
  const stored = verdict.isVerified ? body : body.subarray(0, maxRejectedBytes);
  const encrypted = encrypt(stored.toString("base64"), notificationContext(id));
  const contentType = (headers.get("content-type") ?? "").slice(0, 200);
  const network = networkOf(address);
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

/** Also of the larger IPv6 networks that one customer can have. */
async function mayStoreRejected(address: string | null): Promise<boolean> {
  const counted = await Promise.allSettled(networksOf(address).map((network) => rejected.consume(network)));
  return counted.every(({ status }) => status === "fulfilled");
}
