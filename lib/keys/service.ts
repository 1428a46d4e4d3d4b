import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { type Change, recordAudit } from "@/lib/access/audit/record";
import { requireNotSuspended } from "@/lib/access/businesses/suspension/state";
import { recordKeyEvent } from "@/lib/access/events/record-event";
import type { Caller } from "@/lib/access/principals/caller";
import { type InBusiness, type Member, requirePermission } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Prisma } from "@/prisma/generated/client";
import { type Authority, checkKeys, lockKey, lockKeys, requireGivable, requireManageable } from "./authority";
import { findHolders, flagsOf, type KeyFlag } from "./flags";
import { checkBounds, liveKeysPerBusiness, requireRoom } from "./limits";
import type { KeySettings } from "./schema";
import { fingerprint, mintSecret } from "./secret";
import { auditView, noticeGiven, type Settings, settingsOf } from "./settings";
import { type KeyStatus, statusOf } from "./status";

export type KeySummary = {
  id: string;
  name: string;
  mode: KeyMode;
  /** The key's last four characters. */
  hint: string;
  scopes: string[];
  status: KeyStatus;
  flags: KeyFlag[];
  /** The name of the service account whose key it is. */
  serviceAccount: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** Throws KEY_LIMIT_REACHED, BUSINESS_SUSPENDED, and as `requireGivable`. */
export async function createKey(
  member: Member,
  {
    mode = "live",
    serviceAccountId = null,
    ...input
  }: KeySettings & { mode?: KeyMode; serviceAccountId?: string | null },
): Promise<{ id: string; secret: string }> {
  requirePermission(member, "keys:write");
  await requireNotSuspended(member);
  const settings = settingsOf(mode === "test" ? { ...input, monthlyCap: null } : input);
  await checkBounds(member, settings, mode);
  return db.$transaction(async (tx) =>
    insertKey(tx, member, await lockKeys(tx, member), { ...settings, mode, serviceAccountId }),
  );
}

type NewKey = Settings & { mode: KeyMode; serviceAccountId: string | null };

/** The secret leaves the server once, in this return value. The caller has locked the business's keys. */
export async function insertKey(
  tx: Transaction,
  by: Member | Caller,
  authority: Authority,
  { mode, serviceAccountId, ...settings }: NewKey,
  request: { creationKey?: string; creationDigest?: string } = {},
): Promise<{ id: string; secret: string }> {
  const { businessId } = by;
  await requireGivable(tx, authority, { ...settings, mode, businessId, serviceAccountId });
  await requireRoom(tx, businessId, authority.own !== null);
  const secret = mintSecret(mode);
  const [id, hint, actor] = [newId("key"), secret.slice(-4), actorOf(by)];
  const made = { id, mode, businessId, serviceAccountId, createdById: actor.userId, createdAt: clock.now(), hint };
  const notice = { expiryNoticeDays: noticeGiven(settings) };
  await tx.apiKey.create({
    data: { ...made, ...settings, ...notice, ...request, ...fingerprint(secret) },
    select: { id: true },
  });
  await recordAudit(tx, actor, {
    action: "key.created",
    subject: id,
    after: {
      hint,
      ...(mode === "test" && { mode }),
      ...(serviceAccountId && { serviceAccountId }),
      ...auditView(settings),
    },
  });
  return { id, secret };
}

/** Active keys first, then revoked ones; newest first. */
export async function listKeys(member: Member): Promise<KeySummary[]> {
  requirePermission(member, "keys:read");
  const now = clock.now();
  const list = (where: Prisma.ApiKeyWhereInput, take: number) =>
    db.apiKey.findMany({
      where: { businessId: member.businessId, kind: "standard", ...where },
      orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }],
      select: {
        id: true,
        name: true,
        mode: true,
        hint: true,
        scopes: true,
        createdAt: true,
        expiresAt: true,
        lastUsedAt: true,
        revokedAt: true,
        leakedAt: true,
        exposedAt: true,
        createdById: true,
        secretIssuedById: true,
        serviceAccount: { select: { name: true } },
        replaced: { where: { expiresAt: { gt: now }, revokedAt: null }, select: { id: true } },
      },
      take,
    });
  // Keys that expired can be many, where each run of a program has one of its own.
  const works = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const pages = await Promise.all([
    list({ revokedAt: null, ...works }, 2 * liveKeysPerBusiness),
    list({ OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] }, 100),
  ]);
  const keys = pages.flat();
  const holders = await findHolders(member.businessId, keys);
  return keys.map(({ replaced, leakedAt, exposedAt, createdById, secretIssuedById, serviceAccount, ...key }) => ({
    ...key,
    serviceAccount: serviceAccount?.name ?? null,
    flags: flagsOf({ ...key, exposedAt, createdById, secretIssuedById }, holders),
    status: statusOf({ ...key, leakedAt }, replaced.length > 0, now),
  }));
}

/** Takes effect for the next request: authentication reads the row every time. Its old secret ends too. */
export async function revokeKey(by: Member | Caller, id: string): Promise<void> {
  checkKeys(by, "keys:write");
  await db.$transaction(async (tx) => {
    if (!("role" in by)) requireManageable(await lockKeys(tx, by), await lockKey(tx, by, id));
    await recordAudit(tx, actorOf(by), await endKey(tx, by, id));
  });
}

/** The same as a part of something larger. Returns what the audit log is to record. */
export async function endKey(tx: Transaction, by: InBusiness | Caller, id: string): Promise<Change> {
  checkKeys(by, "keys:write");
  const revokedAt = clock.now();
  const [key] = await tx.apiKey.updateManyAndReturn({
    where: { id, businessId: by.businessId, kind: "standard", revokedAt: null },
    data: { revokedAt },
    select: { name: true, hint: true },
  });
  if (!key) throw new AppError("NOT_FOUND", { message: "keys.unknown" });
  const payload = { keyId: id, ...key, reason: "revoked", revokedAt: revokedAt.toISOString() } as const;
  await recordKeyEvent(tx, by.businessId, "key.revoked", payload);
  return { action: "key.revoked", subject: id };
}
