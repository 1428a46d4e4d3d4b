import "server-only";
import { randomBytes } from "node:crypto";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { decrypt, type EncryptionContext, encrypt } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { checkWebhooks } from "./authorize";
import { lockEndpoint } from "./endpoint";

/** How long a former secret signs besides the new one. */
export const overlapMs = hours(24);

/** Most secrets that sign at once. */
export const mostSecrets = 5;

/**
 * Former secrets sign too until 24 hours after they were replaced, also when it is rotated again meanwhile. Throws
 * WEBHOOK_LIMIT_REACHED beyond `mostSecrets`: ending one early would break a receiver that still uses it. A repeated
 * `rotationKey` returns the secret that it made.
 */
export async function rotateSecret(
  by: Member | Caller,
  id: string,
  rotationKey?: string,
): Promise<{ secret: string; isReplayed: boolean }> {
  checkWebhooks(by, "webhooks:write");
  const [secret, secretId, now] = [mintWebhookSecret(), newId("webhookSecret"), clock.now()];
  const until = new Date(+now + overlapMs);
  return db.$transaction(async (tx) => {
    await lockEndpoint(tx, by, id);
    const known = rotationKey && (await tx.webhookSecret.findFirst({ where: { endpointId: id, rotationKey } }));
    if (known) return { secret: decryptSecret(known.id, known.encryptedSecret), isReplayed: true };
    await tx.webhookSecret.deleteMany({ where: { endpointId: id, expiresAt: { lte: now } } });
    if ((await tx.webhookSecret.count({ where: { endpointId: id } })) >= mostSecrets)
      throw new AppError("WEBHOOK_LIMIT_REACHED", {
        message: "webhooks.tooManySecrets",
        values: { most: mostSecrets },
      });
    const former = { endpointId: id, expiresAt: null };
    await tx.webhookSecret.updateMany({ where: former, data: { expiresAt: until } });
    await tx.webhookSecret.create({
      data: {
        id: secretId,
        endpointId: id,
        encryptedSecret: encryptSecret(secretId, secret),
        createdAt: now,
        rotationKey,
      },
      select: { id: true },
    });
    const after = { formerSecretUntil: until.toISOString() };
    await recordAudit(tx, actorOf(by), { action: "webhook.secret_rotated", subject: id, after });
    return { secret, isReplayed: false };
  });
}

/** Ends the former secrets at once, as after a leak; the current one stays. Returns how many still signed. */
export async function endFormerSecrets(by: Member | Caller, id: string): Promise<number> {
  checkWebhooks(by, "webhooks:write");
  const now = clock.now();
  return db.$transaction(async (tx) => {
    await lockEndpoint(tx, by, id);
    const { count } = await tx.webhookSecret.updateMany({
      where: { endpointId: id, expiresAt: { gt: now } },
      data: { expiresAt: now },
    });
    const after = { formerSecretUntil: now.toISOString() };
    if (count > 0) await recordAudit(tx, actorOf(by), { action: "webhook.secret_rotated", subject: id, after });
    return count;
  });
}

/** The secret that signs an endpoint's deliveries. Recorded. */
export async function revealSecret(member: Member, id: string): Promise<{ secret: string }> {
  requirePermission(member, "webhooks:write");
  return db.$transaction(async (tx) => {
    await lockEndpoint(tx, member, id);
    const current = await tx.webhookSecret.findFirstOrThrow({
      where: { endpointId: id, expiresAt: null },
      select: { id: true, encryptedSecret: true },
    });
    await recordAudit(tx, member, { action: "webhook.secret_revealed", subject: id });
    return { secret: decryptSecret(current.id, current.encryptedSecret) };
  });
}

/** The value of the partner's own header. Recorded. Throws NOT_FOUND for an endpoint without one. */
export async function revealHeaderValue(member: Member, id: string): Promise<{ value: string }> {
  requirePermission(member, "webhooks:write");
  return db.$transaction(async (tx) => {
    const { encryptedHeaderValue } = await lockEndpoint(tx, member, id);
    if (encryptedHeaderValue === null) throw new AppError("NOT_FOUND", { message: "webhooks.noHeader" });
    await recordAudit(tx, member, { action: "webhook.header_revealed", subject: id });
    return { value: decrypt(encryptedHeaderValue, headerValueContext(id)) };
  });
}

export const webhookSecretContext = (secretId: string): EncryptionContext => ({
  purpose: "webhook secret",
  owner: secretId,
});

export const headerValueContext = (endpointId: string): EncryptionContext => ({
  purpose: "webhook header",
  owner: endpointId,
});

/** A new signing secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export const mintWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

export const encryptSecret = (secretId: string, secret: string): string =>
  encrypt(secret, webhookSecretContext(secretId));

export const decryptSecret = (secretId: string, encrypted: string): string =>
  decrypt(encrypted, webhookSecretContext(secretId));

export const creationContext = (endpointId: string): EncryptionContext => ({
  purpose: "webhook creation",
  owner: endpointId,
});
