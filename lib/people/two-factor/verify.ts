import "server-only";
import { endPendingSignIns } from "@/lib/access/sessions/service";
import type { SignInResult } from "@/lib/people/sign-in-log/schema";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { claimAttempt, claimWarning, findLockEnd, returnAttempt } from "./guard";
import { notifyOwner } from "./notify-owner";
import { type FactorUser, recordProof } from "./prover";
import { decryptSeed, findStep } from "./seed";

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
  if (step === null) return failed(prover);

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

/** An attempt was used. The last one ends every sign-in that waits for a code. */
async function failed(prover: FactorUser): Promise<never> {
  if (await claimWarning(prover.userId)) await notifyOwner(db, prover.userId, "wrongCode");
  const wrong = new AppError("FORBIDDEN", { message: "twoFactor.wrong", param: "code" });
  if (!(await findLockEnd(prover.userId))) return reject(prover, "wrong_code", wrong);
  await endPendingSignIns(prover.userId);
  return reject(prover, "wrong_code", locked());
}

async function reject(prover: FactorUser, result: SignInResult, appError: AppError): Promise<never> {
  await recordProof(prover, result, "totp");
  throw appError;
}
