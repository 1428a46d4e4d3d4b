import "server-only";
import { type Change, recordAudit } from "@/lib/access/audit/record";
import { lockAs } from "@/lib/access/businesses/lock";
import { requireNotSuspended } from "@/lib/access/businesses/suspension/state";
import { recordKeyEvent } from "@/lib/access/events/record-event";
import { type InBusiness, type Member, requirePermission } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { findHolders, flagsOf, type KeyFlag } from "./flags";
import { checkBounds } from "./limits";
import type { KeySettings } from "./schema";
import { fingerprint, mintSecret } from "./secret";
import { auditView, settingsOf } from "./settings";
import { type KeyStatus, statusOf } from "./status";

export const liveKeysPerBusiness = 50;

export type KeySummary = {
  id: string;
  name: string;
  mode: KeyMode;
  /** The key's last four characters. */
  hint: string;
  scopes: string[];
  status: KeyStatus;
  flags: KeyFlag[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** The secret leaves the server once, in this return value. Throws CONFLICT for too many keys, BUSINESS_SUSPENDED. */
export async function createKey(
  member: Member,
  { mode = "live", ...input }: KeySettings & { mode?: KeyMode },
): Promise<{ id: string; secret: string }> {
  requirePermission(member, "keys:write");
  await requireNotSuspended(member);
  const settings = settingsOf(mode === "test" ? { ...input, monthlyCap: null } : input);
  await checkBounds(member, settings, mode);

  // Two requests at once can exceed this count. It limits clutter, not access.
  const where = { businessId: member.businessId, kind: "standard", revokedAt: null } as const;
  if ((await db.apiKey.count({ where })) >= liveKeysPerBusiness) {
    throw new AppError("CONFLICT", { message: "keys.tooMany", values: { max: liveKeysPerBusiness } });
  }
  const secret = mintSecret(mode);
  const id = newId("key");
  const made = {
    id,
    mode,
    businessId: member.businessId,
    createdById: member.userId,
    createdAt: clock.now(),
    hint: secret.slice(-4),
  };
  await db.$transaction(async (tx) => {
    await lockAs(tx, member, "keys:write");
    await tx.apiKey.create({ data: { ...made, ...settings, ...fingerprint(secret) }, select: { id: true } });
    await recordAudit(tx, member, {
      action: "key.created",
      subject: id,
      after: { hint: made.hint, ...(mode === "test" && { mode }), ...auditView(settings) },
    });
  });
  return { id, secret };
}

/** Active keys first, then revoked ones; newest first. */
export async function listKeys(member: Member): Promise<KeySummary[]> {
  requirePermission(member, "keys:read");
  const now = clock.now();
  const keys = await db.apiKey.findMany({
    where: { businessId: member.businessId, kind: "standard" },
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
      replaced: { where: { expiresAt: { gt: now }, revokedAt: null }, select: { id: true } },
    },
    take: 200,
  });
  const holders = await findHolders(member.businessId, keys);
  return keys.map(({ replaced, leakedAt, exposedAt, createdById, secretIssuedById, ...key }) => ({
    ...key,
    flags: flagsOf({ ...key, exposedAt, createdById, secretIssuedById }, holders),
    status: statusOf({ ...key, leakedAt }, replaced.length > 0, now),
  }));
}

/** Takes effect for the next request: authentication reads the row every time. Its old secret ends too. */
export async function revokeKey(member: Member, id: string): Promise<void> {
  await db.$transaction(async (tx) => recordAudit(tx, member, await endKey(tx, member, id)));
}

/** The same as a part of something larger. Returns what the audit log is to record. */
export async function endKey(tx: Transaction, member: InBusiness, id: string): Promise<Change> {
  requirePermission(member, "keys:write");
  const revokedAt = clock.now();
  const [key] = await tx.apiKey.updateManyAndReturn({
    where: { id, businessId: member.businessId, kind: "standard", revokedAt: null },
    data: { revokedAt },
    select: { name: true, hint: true },
  });
  if (!key) throw new AppError("NOT_FOUND", { message: "keys.unknown" });
  const payload = { keyId: id, ...key, reason: "revoked", revokedAt: revokedAt.toISOString() } as const;
  await recordKeyEvent(tx, member.businessId, "key.revoked", payload);
  return { action: "key.revoked", subject: id };
}
