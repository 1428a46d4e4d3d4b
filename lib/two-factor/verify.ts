import "server-only";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { endPendingSignIns } from "@/lib/sessions/service";
import type { SignInResult } from "@/lib/sign-in-log/schema";
import { claimTry, claimWarning, findLockEnd, giveBackTry } from "./guard";
import { findStep } from "./otp";
import { type Prover, recordProof } from "./prover";
import { openSeed } from "./seed";
import { tellOwner } from "./tell";

const locked = () => new Refusal("TOO_MANY_ATTEMPTS", { message: "twoFactor.locked", param: "code" });

/**
 * Checks a code of the authenticator app. It counts once: a step that was accepted, or any before it, is refused from
 * then on, in every process. Only for whoever gave a right password before, or strangers could use up the day's tries:
 * anyone else is let use fewer of them.
 * Throws, each at the field `code`: FORBIDDEN for a wrong code, CONFLICT for one that was used, TOO_MANY_ATTEMPTS after
 * five wrong ones under one password or ten in all in 24 hours, without looking at any more (`most`: or so many of the
 * ten); NOT_FOUND when no app is set up.
 */
export async function verifyTotp(prover: Prover, code: string, most?: number): Promise<void> {
  const { userId } = prover;
  const factor = await db.totpFactor.findUnique({
    where: { userId, confirmedAt: { not: null }, suspendedAt: null },
    select: { userId: true, sealedSeed: true },
  });
  if (!factor) throw new Refusal("NOT_FOUND", { message: "twoFactor.notOn", param: "code" });

  const tried = await claimTry(userId, most);
  if (!tried) return refuse(prover, "locked", locked());
  const step = findStep(openSeed(factor), code, clock.now());
  if (step === null) return failed(prover);

  await giveBackTry(userId, tried);
  const { count } = await db.totpFactor.updateMany({
    where: { ...factor, confirmedAt: { not: null }, suspendedAt: null, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  const used = new Refusal("CONFLICT", { message: "twoFactor.reused", param: "code" });
  if (count === 0) return refuse(prover, "wrong_code", used);
}

/** A try is gone. The last one takes with it every sign-in that waits for a code. */
async function failed(prover: Prover): Promise<never> {
  if (await claimWarning(prover.userId)) await tellOwner(db, prover.userId, "wrongCode");
  const wrong = new Refusal("FORBIDDEN", { message: "twoFactor.wrong", param: "code" });
  if (!(await findLockEnd(prover.userId))) return refuse(prover, "wrong_code", wrong);
  await endPendingSignIns(prover.userId);
  return refuse(prover, "wrong_code", locked());
}

async function refuse(prover: Prover, result: SignInResult, refusal: Refusal): Promise<never> {
  await recordProof(prover, result, "totp");
  throw refusal;
}
