import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { type Change, recordAudit } from "@/lib/access/audit/record";
import type { Caller } from "@/lib/access/principals/caller";
import { type InBusiness, type Member, requirePermission } from "@/lib/access/principals/member";
import { clock, hours } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { checkKeys, lockKey, lockKeys, requireSecretOf } from "./authority";
import type { Overlap } from "./schema";
import { fingerprint, mintSecret } from "./secret";

/** A key's previous secret, and until when it works. */
const oldSecrets = (id: string) => ({ replacedById: id, revokedAt: null, expiresAt: { gt: clock.now() } });

/**
 * The old secret works too for `overlapHours`. There is one at a time: throws CONFLICT while another still works,
 * so that rotating twice interrupts no client. The new secret leaves the server once, in this return value.
 * Throws as `requireSecretOf`.
 */
export async function rotateKey(
  by: Member | Caller,
  id: string,
  overlapHours: Overlap | number,
): Promise<{ secret: string }> {
  checkKeys(by, "keys:write");
  const now = clock.now();
  const until = new Date(now.getTime() + hours(Number(overlapHours)));
  return db.$transaction(async (tx) => {
    const authority = await lockKeys(tx, by);
    // Of two at once, the second sees what the first did.
    requireSecretOf(authority, await lockKey(tx, by, id));
    if ((await tx.apiKey.count({ where: oldSecrets(id) })) > 0) {
      throw new AppError("CONFLICT", { message: "keys.stillRotating" });
    }
    const old = await tx.apiKey.findUniqueOrThrow({ where: { id }, select: lasting });
    if (old.expiresAt && old.expiresAt <= now) throw new AppError("CONFLICT", { message: "keys.hasExpired" });
    const secret = mintSecret(old.mode);
    const hint = secret.slice(-4);
    const issued = { secretIssuedById: actorOf(by).userId, exposedAt: null, exposedWhere: null };
    await tx.apiKey.update({ where: { id }, data: { hint, ...issued, ...fingerprint(secret) }, select: { id: true } });
    await tx.apiKey.create({
      data: { ...old, id: newId("key"), kind: "rotated", replacedById: id, createdAt: now, expiresAt: until },
      select: { id: true },
    });
    const after = { hint, oldSecretUntil: until.toISOString() };
    await recordAudit(tx, actorOf(by), { action: "key.rotated", subject: id, before: { hint: old.hint }, after });
    return { secret };
  });
}

/** What the row of an old secret copies from its key. */
const lasting = {
  businessId: true,
  name: true,
  mode: true,
  hint: true,
  fingerprint: true,
  pepperId: true,
  expiresAt: true,
  exposedAt: true,
  exposedWhere: true,
  createdById: true,
  secretIssuedById: true,
} as const;

/** Ends the overlap of a rotation: from the next request on, only the new secret works. */
export async function endOldSecret(member: Member, id: string): Promise<void> {
  await db.$transaction(async (tx) => recordAudit(tx, member, await endOld(tx, member, id)));
}

/** The same as a part of something larger. Returns what the audit log is to record. */
export async function endOld(tx: Transaction, member: InBusiness, id: string): Promise<Change> {
  requirePermission(member, "keys:write");
  const { count } = await tx.apiKey.updateMany({
    where: { ...oldSecrets(id), businessId: member.businessId },
    data: { expiresAt: clock.now() },
  });
  if (count === 0) throw new AppError("NOT_FOUND", { message: "keys.noOldSecret" });
  return { action: "key.old_secret_ended", subject: id };
}
