import "server-only";
import { z } from "zod";
import type { Device } from "@/lib/access/principals/device";
import { lockFactors } from "@/lib/people/two-factor/factors";
import { takeRecoveryCode } from "@/lib/people/two-factor/recovery-codes";
import { beginUndoWait, endWait } from "@/lib/people/two-factor/reset/reset";
import { findDoubted, restoreEmail } from "@/lib/people/two-factor/reset/restore-email";
import { unknownDevice, type Wait } from "@/lib/people/two-factor/reset/wait";
import { verifyTotp } from "@/lib/people/two-factor/totp";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { getLink, type SpentLink, spendLink } from "@/lib/platform/mail/links";
import { rejectTaken } from "./change-email";

const undoSchema = z.object({ email: z.string() });

/** Wrong codes in 24 hours after which none is checked here: the person's own sign-in has separate attempts. */
const maxAttemptsPerLink = 3;

/** The proof for the undo, besides the link: empty for a person without a second factor. */
export type UndoWays = { userId: string; app: boolean; recoveryCodes: boolean; passkeys: string[] };

/**
 * Which second factors the link requires: those that the person who changed the email cannot have added. Null if there
 * are none: the link is enough then. Throws NOT_FOUND for an invalid link.
 */
export async function findUndoWays(token: string): Promise<UndoWays | null> {
  return findWays(db, await getLink("undo_email", token));
}

async function findWays(tx: Transaction, { userId, createdAt }: SpentLink): Promise<UndoWays | null> {
  const { fingerprints, since } = await findDoubted(tx, userId, createdAt);
  const device = { in: fingerprints };
  const sessions = await tx.session.findMany({ where: { userId, device }, select: { id: true } });
  const theirs = sessions.map(({ id }) => id);
  const isOlder = { suspendedAt: null, createdAt: { lt: since } };
  const where = { userId, ...isOlder, OR: [{ sessionId: null }, { sessionId: { notIn: theirs } }] };
  const passkeys = await tx.passkey.findMany({ where, select: { id: true } });
  const apps = await tx.totpFactor.count({ where: { ...where, confirmedAt: { not: null } } });
  if (apps + passkeys.length === 0) return null;
  const codes = await tx.recoveryCode.count({ where: { userId, usedAt: null, ...isOlder } });
  return { userId, app: apps > 0, recoveryCodes: codes > 0, passkeys: passkeys.map(({ id }) => id) };
}

/**
 * Restores an account's previous email. Where the account has a second factor, access to the old mailbox is not enough:
 * the person proves it by a code, by `passkeyId`, which was verified, or waits (`beginUndo`). Links that undo earlier
 * changes stay valid, so that an attacker who changes it twice cannot lock out its owner. Throws NOT_FOUND for an
 * invalid link, FORBIDDEN without a required proof, CONFLICT if someone else has the address now, and what the check of
 * a code throws.
 */
export async function undoEmailChange(
  token: string,
  { code, passkeyId, device = unknownDevice }: { code?: string; passkeyId?: string; device?: Device } = {},
): Promise<void> {
  const link = await getLink("undo_email", token);
  const { userId } = link;
  const ways = await findWays(db, link);
  const isProved = !ways || ways.passkeys.some((id) => id === passkeyId) || (await proveByCode(ways, code, device));
  if (!isProved) throw new AppError("FORBIDDEN", { message: "auth.undoEmailProof", param: "code" });
  await db
    .$transaction(async (tx) => {
      await lockFactors(tx, userId);
      const { detail, createdAt: changedAt } = await spendLink(tx, "undo_email", token);
      // A factor that was kept or added since the query above must be proved too.
      if (!ways && (await findWays(tx, link))) throw new AppError("CONFLICT", { message: "auth.undoEmailProof" });
      await endWait(tx, userId, { method: "mail_link", device });
      await restoreEmail(tx, { userId, email: undoSchema.parse(detail).email, changedAt });
    })
    .catch(rejectTaken);
}

async function proveByCode({ userId, app, recoveryCodes }: UndoWays, code: string | undefined, device: Device) {
  if (!code) return false;
  const isTotp = code.length === 6;
  if (!(isTotp ? app : recoveryCodes)) return false;
  const prover = { userId, device };
  await (isTotp ? verifyTotp(prover, code, maxAttemptsPerLink) : takeRecoveryCode(prover, code, { acceptsNew: true }));
  return true;
}

/**
 * For a person who lost the required second factors: uses the link and starts the wait of 24 hours, after which they
 * are removed and the email is restored. The current address is notified, and can cancel it. Throws NOT_FOUND for an
 * invalid link, CONFLICT if no proof is required.
 */
export async function beginUndo(token: string, device: Device): Promise<Wait> {
  const { userId } = await getLink("undo_email", token);
  return db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    const link = await spendLink(tx, "undo_email", token);
    if (!(await findWays(tx, link))) throw new AppError("CONFLICT", { message: "twoFactor.notOn" });
    return beginUndoWait(tx, userId, undoSchema.parse(link.detail).email, device);
  });
}
