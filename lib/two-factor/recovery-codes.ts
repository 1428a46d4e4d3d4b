import "server-only";
import { clock } from "@/lib/clock";
import { hmac, randomText } from "@/lib/crypto";
import { db, type Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import type { Viewer } from "@/lib/principals/viewer";
import { claimWarning } from "./guard";
import { lockFactors } from "./last-factor";
import { type Prover, recordProof } from "./prover";
import { recoveryCodeCount, recoveryCodeSchema } from "./schema";
import { tellOwner } from "./tell";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 80 random bits need no slow hash: a keyed one is found by its index and tells a thief of the database nothing. */
const fingerprintOf = (userId: string, code: string): string =>
  hmac(env.NEXTAUTH_SECRET, `recovery_code:${userId}:${code}`);

const inGroups = (code: string): string => code.match(/.{4}/g)?.join("-") ?? code;

/** A new set, which ends the old one. The codes leave the server once, in this return value. */
export async function issueRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  await lockFactors(tx, userId);
  const codes = Array.from({ length: recoveryCodeCount.issued }, () => randomText(16, base32));
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, fingerprint: fingerprintOf(userId, code), createdAt: clock.now() })),
  });
  return codes.map(inGroups);
}

/** The set that comes with the first second factor of either kind; null for whoever has one already. */
export async function issueFirstRecoveryCodes(tx: Transaction, userId: string): Promise<string[] | null> {
  const has = await tx.recoveryCode.count({ where: { userId } });
  return has > 0 ? null : issueRecoveryCodes(tx, userId);
}

/** A new set for whoever has a second factor. Throws CONFLICT for whoever has none. */
export async function renewRecoveryCodes({ userId, hasSecondFactor }: Viewer): Promise<string[]> {
  if (!hasSecondFactor) throw new Refusal("CONFLICT", { message: "twoFactor.notOn" });
  return db.$transaction(async (tx) => {
    await tellOwner(tx, userId, "recoveryCodesNew");
    return issueRecoveryCodes(tx, userId);
  });
}

/** How many codes still work. */
export const countRecoveryCodes = (userId: string): Promise<number> =>
  db.recoveryCode.count({ where: { userId, usedAt: null, suspendedAt: null } });

/**
 * Spends a recovery code; of many who send one at once, one gets through. The owner is told by mail. Tries are not
 * counted, so that nobody can lock the owner out of the last way in: there is no guessing 80 bits. Throws FORBIDDEN for
 * a code that is wrong or was used, INVALID_REQUEST for what is no code, both at the field `code`.
 */
export async function takeRecoveryCode(prover: Prover, typed: string): Promise<void> {
  const { userId } = prover;
  const parsed = recoveryCodeSchema.safeParse({ code: typed });
  if (!parsed.success) throw new Refusal("INVALID_REQUEST", { message: "twoFactor.recoveryMalformed", param: "code" });
  if (await spendCode(prover, parsed.data.code)) return;
  await recordProof(prover, "wrong_code", "recovery_code");
  if (await claimWarning(userId)) await tellOwner(db, userId, "wrongCode");
  throw new Refusal("FORBIDDEN", { message: "twoFactor.recoveryWrong", param: "code" });
}

async function spendCode({ userId, sessionId }: Prover, code: string): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.recoveryCode.updateMany({
      where: { userId, fingerprint: fingerprintOf(userId, code), usedAt: null, suspendedAt: null },
      data: { usedAt: clock.now() },
    });
    if (count === 0) return false;
    const left = await tx.recoveryCode.count({ where: { userId, usedAt: null, suspendedAt: null } });
    await tellOwner(tx, userId, sessionId ? "recoveryCodeProved" : "recoveryCodeUsed", left);
    return true;
  });
}
