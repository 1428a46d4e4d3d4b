import "server-only";
import { z } from "zod";
import { db, type Transaction } from "@/lib/db";
import type { Device } from "@/lib/device";
import { Refusal } from "@/lib/errors";
import { getLink, type SpentLink, spendLink } from "@/lib/mail/links";
import { lockFactors } from "@/lib/two-factor/last-factor";
import { takeRecoveryCode } from "@/lib/two-factor/recovery-codes";
import { endWait } from "@/lib/two-factor/reset/cancel";
import { nowhere } from "@/lib/two-factor/reset/record";
import { findDoubted, restoreEmail } from "@/lib/two-factor/reset/restore-email";
import { beginUndoWait } from "@/lib/two-factor/reset/undo-wait";
import type { Wait } from "@/lib/two-factor/reset/wait";
import { verifyTotp } from "@/lib/two-factor/verify";
import { refuseTaken } from "./change-email";

const undoSchema = z.object({ email: z.string() });

/** Wrong codes in 24 hours after which none is looked at here: the person's own sign-in keeps tries of its own. */
const triesHere = 3;

/** With what the undoing is proved, besides the link: none of it is there for a person without a second factor. */
export type UndoWays = { userId: string; app: boolean; recoveryCodes: boolean; passkeys: string[] };

/**
 * Which second factors the link asks for: those that whoever moved the account cannot have added. Null when there are
 * none: the link is enough then. Throws NOT_FOUND for a dead link.
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
 * Brings an account back to the address it was moved from. Where the account has a second factor, whoever has the old
 * mailbox alone cannot: they prove it by a code, by `passkeyId`, which was proved, or wait (`beginUndo`). Links that undo
 * earlier moves stay good, so that a thief who moves it twice cannot shake off its owner. Throws NOT_FOUND for a dead
 * link, FORBIDDEN without a proof that is asked for, CONFLICT when someone else has the address by now, and what the
 * check of a code throws.
 */
export async function undoEmailChange(
  token: string,
  { code, passkeyId, device = nowhere }: { code?: string; passkeyId?: string; device?: Device } = {},
): Promise<void> {
  const link = await getLink("undo_email", token);
  const { userId } = link;
  const ways = await findWays(db, link);
  const isProved = !ways || ways.passkeys.some((id) => id === passkeyId) || (await proveByCode(ways, code, device));
  if (!isProved) throw new Refusal("FORBIDDEN", { message: "auth.undoEmailProof", param: "code" });
  await db
    .$transaction(async (tx) => {
      await lockFactors(tx, userId);
      const { detail, createdAt: changedAt } = await spendLink(tx, "undo_email", token);
      // A factor that was kept or added since the look above must be proved too.
      if (!ways && (await findWays(tx, link))) throw new Refusal("CONFLICT", { message: "auth.undoEmailProof" });
      await endWait(tx, userId, { method: "mail_link", device });
      await restoreEmail(tx, { userId, email: undoSchema.parse(detail).email, changedAt });
    })
    .catch(refuseTaken);
}

async function proveByCode({ userId, app, recoveryCodes }: UndoWays, code: string | undefined, device: Device) {
  if (!code) return false;
  const isTotp = code.length === 6;
  if (!(isTotp ? app : recoveryCodes)) return false;
  const prover = { userId, device };
  await (isTotp ? verifyTotp(prover, code, triesHere) : takeRecoveryCode(prover, code));
  return true;
}

/**
 * For whoever lost the second factors that are asked for: spends the link and starts the wait of 24 hours, at whose end
 * they are removed and the account goes back. The present address is told, and can end it. Throws NOT_FOUND for a dead
 * link, CONFLICT where nothing has to be proved.
 */
export async function beginUndo(token: string, device: Device): Promise<Wait> {
  const { userId } = await getLink("undo_email", token);
  return db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    const link = await spendLink(tx, "undo_email", token);
    if (!(await findWays(tx, link))) throw new Refusal("CONFLICT", { message: "twoFactor.notOn" });
    return beginUndoWait(tx, userId, undoSchema.parse(link.detail).email, device);
  });
}
