import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endSessions, requireLiveSession } from "@/lib/access/sessions/service";
import { clock, minutes } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { drawQr, type QrDrawing } from "@/lib/platform/qr";
import { lockFactors, settleRemoval } from "./last-factor";
import { notifyOwner } from "./notify-owner";
import { issueFirstRecoveryCodes } from "./recovery-codes";
import { decryptSeed, encryptSeed, enrolmentUri, findStep, newSeed } from "./seed";

/** How long a shown secret waits for the first code. */
const enrolmentMs = minutes(30);

/** Null if there is no app. `isSuspended`: its codes are rejected, and it waits for its removal. */
export async function findTotp(userId: string): Promise<{ confirmedAt: Date; isSuspended: boolean } | null> {
  const select = { confirmedAt: true, suspendedAt: true } as const;
  const factor = await db.totpFactor.findUnique({ where: { userId }, select });
  return factor?.confirmedAt ? { confirmedAt: factor.confirmedAt, isSuspended: factor.suspendedAt !== null } : null;
}

export const hasTotp = async (userId: string): Promise<boolean> => (await findTotp(userId)) !== null;

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
