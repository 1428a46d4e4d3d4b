import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import { requireNotSuspended } from "@/lib/access/businesses/suspension/state";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { canGive } from "@/lib/access/principals/scopes";
import {
  type Authority,
  checkKeys,
  lockKeys,
  requireManageable,
  unknownAccount,
  weighedColumns,
} from "@/lib/keys/authority";
import { endKey } from "@/lib/keys/service";
import { rejectSecret } from "@/lib/keys/settings";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import type { NewServiceAccount } from "./schema";

/** An owner of keys that is no person: its keys do at most what its scopes say, and end with it. */
export type ServiceAccount = { id: string; name: string; scopes: string[]; createdAt: Date; liveKeys: number };

export const mostServiceAccounts = 20;

/** The accounts of the business, the newest first. */
export async function listServiceAccounts(by: Member | Caller): Promise<ServiceAccount[]> {
  checkKeys(by, "keys:read");
  const works = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] };
  const found = await db.serviceAccount.findMany({
    where: { businessId: by.businessId, removedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      name: true,
      scopes: true,
      createdAt: true,
      _count: { select: { keys: { where: { kind: "standard", ...works } } } },
    },
    take: mostServiceAccounts,
  });
  return found.map(({ _count, ...account }) => ({ ...account, liveKeys: _count.keys }));
}

/**
 * Throws FORBIDDEN for scopes that a member's role may not give, KEY_TOO_WIDE for those that a key does not have itself,
 * KEY_LIMIT_REACHED, and BUSINESS_SUSPENDED.
 */
export async function createServiceAccount(
  by: Member | Caller,
  { name, scopes }: NewServiceAccount,
): Promise<ServiceAccount> {
  checkKeys(by, "keys:write");
  rejectSecret(name);
  await requireNotSuspended(by);
  const { businessId } = by;
  const actor = actorOf(by);
  const account = { id: newId("serviceAccount"), name, scopes: [...scopes], createdAt: clock.now() };
  await db.$transaction(async (tx) => {
    requireAccountGivable(await lockKeys(tx, by), scopes);
    if ((await tx.serviceAccount.count({ where: { businessId, removedAt: null } })) >= mostServiceAccounts) {
      const values = { most: mostServiceAccounts };
      throw new AppError("KEY_LIMIT_REACHED", { message: "keys.accounts.tooMany", values });
    }
    await tx.serviceAccount.create({
      data: { ...account, businessId, createdById: actor.userId },
      select: { id: true },
    });
    const after = { name, scopes: account.scopes };
    await recordAudit(tx, actor, { action: "service_account.created", subject: account.id, after });
  });
  return { ...account, liveKeys: 0 };
}

function requireAccountGivable({ role, own }: Authority, scopes: readonly string[]): void {
  // It would still work once the account of the key is removed.
  if (own?.serviceAccountId) throw new AppError("KEY_TOO_WIDE", { message: "keys.accounts.ofAccount" });
  const scope = scopes.find((one) => (own ? !own.scopes.includes(one) : !canGive(role, one)));
  if (!scope) return;
  if (own)
    throw new AppError("KEY_TOO_WIDE", { param: "scopes", message: "keys.tooWide", values: { field: "scopes" } });
  throw new AppError("FORBIDDEN", { param: "scopes", message: "keys.scopeNotGivable", values: { scope } });
}

function requireAccountManageable({ own }: Authority, id: string, scopes: readonly string[]): void {
  const isWider = own && scopes.some((scope) => !own.scopes.includes(scope));
  const isForeign = own?.serviceAccountId && own.serviceAccountId !== id;
  if (isWider || isForeign) throw new AppError("KEY_TOO_WIDE", { param: "id", message: "keys.accounts.wider" });
}

/** Revokes its keys, from the next request on. Returns how many. */
export async function removeServiceAccount(by: Member | Caller, id: string): Promise<number> {
  checkKeys(by, "keys:write");
  if (!isId("serviceAccount", id)) throw unknownAccount("id");
  const actor = actorOf(by);
  return db.$transaction(async (tx) => {
    const authority = await lockKeys(tx, by);
    const [account] = await tx.serviceAccount.updateManyAndReturn({
      where: { id, businessId: by.businessId, removedAt: null },
      data: { removedAt: clock.now() },
      select: { name: true, scopes: true },
    });
    if (!account) throw unknownAccount("id");
    requireAccountManageable(authority, id, account.scopes);
    const keys = await tx.apiKey.findMany({
      where: { serviceAccountId: id, kind: "standard", revokedAt: null },
      orderBy: { id: "asc" },
      select: weighedColumns,
    });
    for (const key of keys) requireManageable(authority, key);
    for (const key of keys) await recordAudit(tx, actor, await endKey(tx, by, key.id));
    await recordAudit(tx, actor, { action: "service_account.removed", subject: id, before: { name: account.name } });
    return keys.length;
  });
}
