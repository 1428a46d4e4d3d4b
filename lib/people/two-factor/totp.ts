import "server-only";
import { generateSecret, generateURI, verifySync } from "otplib";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endPendingSignIns, endSessions, requireLiveSession } from "@/lib/access/sessions/service";
import type { SignInResult } from "@/lib/people/sign-in-log/schema";
import { clock, minutes } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import { drawQr, type QrDrawing } from "@/lib/platform/qr";
import { type FactorUser, lockFactors, notifyOwner, recordProof, settleRemoval } from "./factors";
import { claimAttempt, claimWarning, findLockEnd, returnAttempt } from "./guard";
import { issueFirstRecoveryCodes } from "./recovery-codes";

/** How long a shown secret waits for the first code. */
const enrolmentMs = minutes(30);

/** Null if there is no app. `isSuspended`: its codes are rejected, and it waits for its removal. */
export async function findTotp(userId: string): Promise<{ confirmedAt: Date; isSuspended: boolean } | null> {
  const select = { confirmedAt: true, suspendedAt: true } as const;
  const factor = await db.totpFactor.findUnique({ where: { userId }, select });
  return factor?.confirmedAt ? { confirmedAt: factor.confirmedAt, isSuspended: factor.suspendedAt !== null } : null;
}

/** The secret (base32) to type into an app, the QR code to scan, or the link that a phone opens in it. */
export type Enrolment = { secret: string; uri: string; qr: QrDrawing };

/** Creates a secret, which replaces an unconfirmed one. Throws CONFLICT if an app is confirmed already. */
export async function startTotp({ userId, email }: Viewer): Promise<Enrolment> {
  const secret = newSeed();
  const started = await sql(
    "two-factor-start",
    `INSERT INTO totp_factors AS f (user_id, sealed_seed, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET sealed_seed = $2, created_at = $3 WHERE f.confirmed_at IS NULL RETURNING 1`,
    [userId, encryptSeed(userId, secret), clock.now()],
  );
  if (started.length === 0) throw new AppError("CONFLICT", { message: "twoFactor.alreadyOn" });
  const uri = enrolmentUri(secret, email);
  return { secret, uri, qr: drawQr(uri) };
}

/**
 * Turns codes on once a first one, which is used up, proves that the app has the secret; other sessions end. Returns
 * the recovery codes for a first second factor. Throws FORBIDDEN at `code`, CONFLICT if there is nothing to confirm.
 */
export async function confirmTotp(
  { userId, sessionId }: Viewer,
  code: string,
): Promise<{ recoveryCodes: string[] | null }> {
  const over = () => new AppError("CONFLICT", { message: "twoFactor.enrolmentOver" });
  const started = await db.totpFactor.findUnique({
    where: { userId, confirmedAt: null, createdAt: { gt: new Date(+clock.now() - enrolmentMs) } },
    select: { userId: true, encryptedSeed: true },
  });
  if (!started) throw over();
  const step = findStep(decryptSeed(started), code, clock.now());
  if (step === null) throw new AppError("FORBIDDEN", { message: "twoFactor.wrong", param: "code" });

  const recoveryCodes = await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await requireLiveSession(tx, sessionId);
    const { count } = await tx.totpFactor.updateMany({
      where: { ...started, confirmedAt: null },
      data: { confirmedAt: clock.now(), lastStep: step, sessionId },
    });
    if (count === 0) throw over();
    await endSessions(userId, { except: sessionId, tx });
    await notifyOwner(tx, userId, "twoFactorOn");
    return issueFirstRecoveryCodes(tx, userId);
  });
  return { recoveryCodes };
}

/** Ends other sessions, and without another factor the recovery codes. Throws CONFLICT if off already or required. */
export async function turnOffTotp({ userId, sessionId }: Viewer): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await requireLiveSession(tx, sessionId);
    const { count } = await tx.totpFactor.deleteMany({ where: { userId, confirmedAt: { not: null } } });
    if (count === 0) throw new AppError("CONFLICT", { message: "twoFactor.notOn" });
    await settleRemoval(tx, userId);
    await endSessions(userId, { except: sessionId, tx });
    await notifyOwner(tx, userId, "twoFactorOff");
  });
}

const locked = () => new AppError("TOO_MANY_ATTEMPTS", { message: "twoFactor.locked", param: "code" });

/**
 * Checks a code of the authenticator app, which counts once: its step and any before it are rejected from then on, in
 * every process. Only for someone who gave a correct password, or others could use up the day's attempts: they get
 * fewer (`maxAttempts`). Throws, each at `code`: FORBIDDEN for a wrong code, CONFLICT for a used one, TOO_MANY_ATTEMPTS after
 * five wrong ones under one password or ten in 24 hours; NOT_FOUND if no app is set up.
 */
export async function verifyTotp(prover: FactorUser, code: string, maxAttempts?: number): Promise<void> {
  const { userId } = prover;
  const factor = await db.totpFactor.findUnique({
    where: { userId, confirmedAt: { not: null }, suspendedAt: null },
    select: { userId: true, encryptedSeed: true, createdAt: true },
  });
  if (!factor) throw new AppError("NOT_FOUND", { message: "twoFactor.notOn", param: "code" });

  // Before an attempt counts: a seed that cannot be decrypted is not a wrong code.
  const seed = decryptSeed(factor);
  const tried = await claimAttempt(userId, maxAttempts);
  if (!tried) return reject(prover, "locked", locked());
  const step = findStep(seed, code, clock.now());
  if (step === null) {
    if (await claimWarning(userId)) await notifyOwner(db, userId, "wrongCode");
    const wrong = new AppError("FORBIDDEN", { message: "twoFactor.wrong", param: "code" });
    if (!(await findLockEnd(userId))) return reject(prover, "wrong_code", wrong);
    // It was the last attempt, which ends every sign-in that waits for a code.
    await endPendingSignIns(userId);
    return reject(prover, "wrong_code", locked());
  }

  await returnAttempt(userId, tried);
  const { count } = await db.totpFactor.updateMany({
    // By the time and not by the seed: `npm run reencrypt` may have encrypted it again in the meantime.
    where: {
      userId,
      createdAt: factor.createdAt,
      confirmedAt: { not: null },
      suspendedAt: null,
      lastStep: { lt: step },
    },
    data: { lastStep: step },
  });
  const used = new AppError("CONFLICT", { message: "twoFactor.reused", param: "code" });
  if (count === 0) return reject(prover, "wrong_code", used);
}

async function reject(prover: FactorUser, result: SignInResult, appError: AppError): Promise<never> {
  await recordProof(prover, result, "totp");
  throw appError;
}

/** In seconds (RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits). */
const stepSeconds = 30;

/** A new shared secret of 160 bits, base32. */
export const newSeed = (): string => generateSecret({ length: 20 });

/** What an authenticator app reads from the QR code. */
export const enrolmentUri = (seed: string, account: string): string =>
  generateURI({ issuer: "Vang", label: account, secret: seed });

/** The code's time step: the current one or, for late clocks, the one before; else null. Does not check for reuse. */
export function findStep(seed: string, code: string, now: Date): bigint | null {
  if (!/^\d{6}$/.test(code)) return null;
  const result = verifySync({
    secret: seed,
    token: code,
    epoch: Math.floor(+now / 1000),
    period: stepSeconds,
    epochTolerance: [stepSeconds, 0],
  });
  return result.valid && "timeStep" in result ? BigInt(result.timeStep) : null;
}

export const seedContext = (userId: string) => ({ purpose: "totp", owner: userId });

/** The shared secret as it is stored: encrypted, and of no use in another person's row. */
export const encryptSeed = (userId: string, seed: string): string => encrypt(seed, seedContext(userId));

export const decryptSeed = ({ userId, encryptedSeed }: { userId: string; encryptedSeed: string }): string =>
  decrypt(encryptedSeed, seedContext(userId));
