import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endSessions, requireLiveSession } from "@/lib/access/sessions/service";
import { lockFactors, settleRemoval } from "@/lib/people/two-factor/last-factor";
import { issueFirstRecoveryCodes } from "@/lib/people/two-factor/recovery-codes";
import { endWait } from "@/lib/people/two-factor/reset/cancel";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { translate } from "@/lib/platform/i18n/translate";
import { notifyOwner } from "./mail";
import { findProviderName } from "./provider-name";
import { passkeyLimit } from "./schema";

/** A passkey as its owner sees it. */
export type PasskeySummary = {
  id: string;
  name: string;
  /** Whether it is synced between devices. */
  backedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Set while it proves nothing and waits for its removal. */
  suspendedAt: Date | null;
};

const summary = {
  id: true,
  name: true,
  backedUp: true,
  createdAt: true,
  lastUsedAt: true,
  suspendedAt: true,
} as const;

/** The viewer's passkeys, oldest first, and whether without them a password alone would sign in. */
export async function listPasskeys({ userId }: Viewer): Promise<{ passkeys: PasskeySummary[]; isOnlyFactor: boolean }> {
  const [passkeys, totp] = await Promise.all([
    db.passkey.findMany({ where: { userId }, select: summary, orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
    db.totpFactor.count({ where: { userId, confirmedAt: { not: null } } }),
  ]);
  return { passkeys, isOnlyFactor: totp === 0 };
}

export type NewPasskey = {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports?: string[];
  aaguid: string;
  backedUp: boolean;
};

/** Returns the recovery codes with the first second factor. Throws CONFLICT for a known credential or one too many. */
export async function addPasskey(
  { userId, sessionId, locale }: Viewer,
  { aaguid, id, publicKey, counter, transports = [], backedUp }: NewPasskey,
): Promise<{ name: string; recoveryCodes: string[] | null }> {
  return db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await requireLiveSession(tx, sessionId);
    const have = await tx.passkey.count({ where: { userId } });
    if (have >= passkeyLimit) throw tooMany();
    const name = findProviderName(aaguid) ?? translate(locale, "passkeys.defaultName", { number: have + 1 });
    const { count } = await tx.passkey.createMany({
      data: { id, userId, sessionId, name, publicKey, counter, transports, backedUp, createdAt: clock.now() },
      skipDuplicates: true,
    });
    if (count === 0) throw new AppError("CONFLICT", { message: "passkeys.known" });
    const recoveryCodes = await issueFirstRecoveryCodes(tx, userId);
    // Sessions that were signed in by a password alone must not go on.
    if (recoveryCodes) await endSessions(userId, { except: sessionId, tx });
    await notifyOwner(tx, userId, "passkeyAdded", name);
    return { name, recoveryCodes };
  });
}

/** Throws NOT_FOUND for a passkey that is not the viewer's. */
export async function renamePasskey({ userId }: Viewer, { id, name }: { id: string; name: string }): Promise<void> {
  const { count } = await db.passkey.updateMany({ where: { id, userId }, data: { name } });
  if (count === 0) throw unknown();
}

type Removal = { id: string; endsTwoFactor?: "yes" };

/**
 * Ends other sessions and emails the owner. Throws NOT_FOUND for one that is not the viewer's, CONFLICT for the last
 * second factor if a business requires one, or without `endsTwoFactor`: then a password alone signs in again.
 */
export async function removePasskey(
  { userId, device, sessionId }: Viewer,
  { id, endsTwoFactor }: Removal,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await requireLiveSession(tx, sessionId);
    const passkey = await tx.passkey.findFirst({ where: { id, userId }, select: { name: true } });
    if (!passkey) throw unknown();
    await tx.passkey.delete({ where: { id }, select: { id: true } });
    const wasLast = await settleRemoval(tx, userId);
    if (wasLast && !endsTwoFactor) throw new AppError("CONFLICT", { message: "passkeys.lastFactor" });
    if (wasLast) await endWait(tx, userId, { method: "passkey", device, sessionId });
    await endSessions(userId, { except: sessionId, tx });
    await notifyOwner(tx, userId, wasLast ? "lastPasskeyRemoved" : "passkeyRemoved", passkey.name);
  });
}

export const tooMany = () => new AppError("CONFLICT", { message: "passkeys.tooMany", values: { max: passkeyLimit } });

const unknown = () => new AppError("NOT_FOUND", { message: "passkeys.unknown" });
