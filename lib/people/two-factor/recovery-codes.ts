import "server-only";
import { createHash } from "node:crypto";
import type { Viewer } from "@/lib/access/principals/viewer";
import { requireLiveSession } from "@/lib/access/sessions/service";
import { clock, hours } from "@/lib/platform/clock";
import { hmac, isSame, randomText } from "@/lib/platform/crypto";
import { db, type Transaction } from "@/lib/platform/db";
import { decrypt, encrypt, newestKeyVersion, rootKey, splitVersion } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { type FactorUser, lockFactors, notifyOwner, recordProof } from "./factors";
import { claimWarning } from "./guard";
import { recoveryCodeCount, recoveryCodeSchema } from "./schema";

/** Until when a code counts as new: its maker may have had nothing but a signed-in browser for a few minutes. */
const newForMs = hours(24);

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new set, which ends the old one. The codes leave the server once, in this return value. */
export async function issueRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  await lockFactors(tx, userId);
  const codes = Array.from({ length: recoveryCodeCount.issued }, () => randomText(16, base32));
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, fingerprint: fingerprintCode(userId, code), createdAt: clock.now() })),
  });
  return codes.map((code) => code.match(/.{4}/g)?.join("-") ?? code);
}

/** The set that comes with the first second factor of either kind; null for a person who has one already. */
export async function issueFirstRecoveryCodes(tx: Transaction, userId: string): Promise<string[] | null> {
  const has = await tx.recoveryCode.count({ where: { userId } });
  return has > 0 ? null : issueRecoveryCodes(tx, userId);
}

/** A new set for a person with a second factor. Throws CONFLICT for one without. */
export async function renewRecoveryCodes({ userId, sessionId, hasSecondFactor }: Viewer): Promise<string[]> {
  if (!hasSecondFactor) throw new AppError("CONFLICT", { message: "twoFactor.notOn" });
  return db.$transaction(async (tx) => {
    // The lock first: a notice refers to the user's row, so two at once would wait for each other.
    const codes = await issueRecoveryCodes(tx, userId);
    await requireLiveSession(tx, sessionId);
    await notifyOwner(tx, userId, "recoveryCodesNew");
    return codes;
  });
}

/** How many codes still work. */
export const countRecoveryCodes = (userId: string): Promise<number> =>
  db.recoveryCode.count({ where: { userId, usedAt: null, suspendedAt: null } });

/**
 * Uses a recovery code; of many who send one at once, one succeeds. The owner is notified by email. Attempts are not
 * counted, so that no one can lock the owner out of the last way to sign in: 80 bits cannot be guessed. `acceptsNew`:
 * also accept a code made in the last 24 hours. Returns whether it is one. Throws, each at the field `code`: FORBIDDEN
 * for a wrong, used or too new code, INVALID_REQUEST for text that is not a code.
 */
export async function takeRecoveryCode(
  prover: FactorUser,
  typed: string,
  { acceptsNew }: { acceptsNew: boolean },
): Promise<{ isNew: boolean }> {
  const { userId } = prover;
  const parsed = recoveryCodeSchema.safeParse({ code: typed });
  if (!parsed.success) throw new AppError("INVALID_REQUEST", { message: "twoFactor.recoveryMalformed", param: "code" });
  const spent = await spendCode(prover, parsed.data.code, acceptsNew);
  if (spent) return spent;
  await recordProof(prover, "wrong_code", "recovery_code");
  if (await claimWarning(userId)) await notifyOwner(db, userId, "wrongCode");
  throw new AppError("FORBIDDEN", { message: "twoFactor.recoveryWrong", param: "code" });
}

async function spendCode(
  { userId, sessionId }: FactorUser,
  code: string,
  acceptsNew: boolean,
): Promise<{ isNew: boolean } | null> {
  return db.$transaction(async (tx) => {
    // Until the transaction ends no other request spends one of these codes, and `npm run reencrypt` rewrites none.
    const unused = await tx.$queryRaw<{ fingerprint: string; createdAt: Date }[]>`
      SELECT fingerprint, created_at AS "createdAt" FROM recovery_codes
      WHERE user_id = ${userId} AND used_at IS NULL AND suspended_at IS NULL ORDER BY fingerprint FOR UPDATE`;
    const found = unused.find(({ fingerprint }) => isCodeOf(fingerprint, userId, code));
    if (!found) return null;
    const oldAt = +found.createdAt + newForMs;
    const isNew = oldAt > +clock.now();
    if (isNew && !acceptsNew) {
      const values = { hours: Math.ceil((oldAt - +clock.now()) / hours(1)) };
      throw new AppError("FORBIDDEN", { message: "twoFactor.recoveryTooNew", values, param: "code" });
    }
    await tx.recoveryCode.updateMany({
      where: { userId, fingerprint: found.fingerprint },
      data: { usedAt: clock.now() },
    });
    await notifyOwner(tx, userId, sessionId ? "recoveryCodeProved" : "recoveryCodeUsed", unused.length - 1);
    return { isNew };
  });
}

export const recoveryCodeContext = (userId: string) => ({ purpose: "recovery code", owner: userId });

/** 80 random bits need no slow hash. Encrypted, since an HMAC could not move to another key; version 0 is an HMAC. */
const fingerprintCode = (userId: string, code: string): string =>
  newestKeyVersion() === 0 ? keyedHash(userId, code) : encrypt(hashCode(code), recoveryCodeContext(userId));

/** Whether a stored fingerprint is that of the code. */
function isCodeOf(fingerprint: string, userId: string, code: string): boolean {
  try {
    return splitVersion(fingerprint).version === 0
      ? isSame(fingerprint, keyedHash(userId, code))
      : isSame(decrypt(fingerprint, recoveryCodeContext(userId)), hashCode(code));
  } catch (error) {
    // The person's other codes may still be readable.
    log.error({ userId, reason: (error as Error).message }, "a recovery code cannot be decrypted");
    return false;
  }
}

const hashCode = (code: string): string => createHash("sha256").update(code).digest("base64url");

const keyedHash = (userId: string, code: string): string => hmac(rootKey(0), `recovery_code:${userId}:${code}`);
