import "server-only";
import { notify } from "@/lib/access/notices/notify";
import type { Device } from "@/lib/access/principals/device";
import type { SignInResult } from "@/lib/people/sign-in-log/schema";
import { recordSignIn } from "@/lib/people/sign-in-log/sign-in-log";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import type { SecondFactorMail } from "@/lib/platform/mail/compose";

/** Two changes at once would each count without the other: one waits here for the other. */
export const lockFactors = (tx: Transaction, userId: string) =>
  tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;

/**
 * After a factor was removed in `tx`, under `lockFactors`: if it was the last, the recovery codes are removed too.
 * Returns whether it was. Throws CONFLICT if a business the person works in, or the operator's desk, requires a second factor.
 */
export async function settleRemoval(tx: Transaction, userId: string): Promise<boolean> {
  const passkeys = await tx.passkey.count({ where: { userId } });
  const apps = await tx.totpFactor.count({ where: { userId, confirmedAt: { not: null } } });
  if (passkeys + apps > 0) return false;
  const strict = await tx.membership.findFirst({
    where: { userId, business: { requiresTwoFactor: true, archivedAt: null } },
    orderBy: { createdAt: "asc" },
    select: { business: { select: { name: true } } },
  });
  if (strict) {
    throw new AppError("CONFLICT", { message: "twoFactor.required", values: { business: strict.business.name } });
  }
  if ((await tx.staffMember.count({ where: { userId } })) > 0)
    throw new AppError("CONFLICT", { message: "twoFactor.staffRequired" });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  return true;
}

/** Someone about to give a second proof: signed in, or known by a correct password. */
export type FactorUser = {
  readonly userId: string;
  readonly device: Device;
  /** The session they prove it in, if there is one. */
  readonly sessionId?: string;
};

export const recordProof = (
  { userId, device, sessionId }: FactorUser,
  result: SignInResult,
  method: "totp" | "recovery_code",
): Promise<void> => recordSignIn({ userId, device, sessionId, result, method });

/** Emails the owner what just happened to their second factor. `left`: recovery codes that still work. */
export async function notifyOwner(tx: Transaction, userId: string, kind: SecondFactorMail, left = 0): Promise<void> {
  const to = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, email: true, name: true, locale: true, timeZone: true },
  });
  const time = formatZonedTime(clock.now(), to.locale, to.timeZone);
  const path = "/account/security";
  await notify(tx, to, { kind, values: { time, left, link: `${env.url}${path}` }, path });
}
