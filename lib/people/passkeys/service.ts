import "server-only";
import { notify } from "@/lib/access/notices/notify";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endSessions, requireLiveSession } from "@/lib/access/sessions/service";
import { lockFactors, settleRemoval } from "@/lib/people/two-factor/factors";
import { issueFirstRecoveryCodes } from "@/lib/people/two-factor/recovery-codes";
import { endWait } from "@/lib/people/two-factor/reset/reset";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import { translate } from "@/lib/platform/i18n/translate";
import type { PasskeyMail } from "@/lib/platform/mail/compose";
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

const summaryColumns = {
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
    db.passkey.findMany({ where: { userId }, select: summaryColumns, orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
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
    const name = providers[aaguid] ?? translate(locale, "passkeys.defaultName", { number: have + 1 });
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

/** Emails the owner what just happened to the passkey of this name. */
async function notifyOwner(tx: Transaction, userId: string, kind: PasskeyMail, passkey: string): Promise<void> {
  const to = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, email: true, name: true, locale: true, timeZone: true },
  });
  const time = formatZonedTime(clock.now(), to.locale, to.timeZone);
  const path = "/account/security";
  await notify(tx, to, { kind, values: { time, passkey, link: `${env.url}${path}` }, path });
}

/** Names of passkey providers by AAGUID, from the list of the passkey developers' community. Not authoritative: the owner can rename a
 * passkey. Authenticators that do not report an AAGUID have none. */
const providers: Record<string, string> = {
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "iCloud Keychain",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "iCloud Keychain",
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
};
