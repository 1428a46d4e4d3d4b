import "server-only";
import { lockAs, lockBusiness } from "@/lib/access/businesses/lock";
import { requireRight } from "@/lib/access/principals/authorize";
import type { Caller } from "@/lib/access/principals/caller";
import type { InBusiness, Member } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import type { Role } from "@/lib/access/principals/roles";
import { canGive } from "@/lib/access/principals/scopes";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { boundsOfMonth, vietnamMonth } from "@/lib/platform/vietnam-time";
import { type Settings, settable } from "./settings";
import { type Gain, gainsOf } from "./widening";

/** A key as far as it decides what may be done with it. */
type Weighed = Settings & { id: string; mode: KeyMode; createdById: string | null; serviceAccountId: string | null };

export const weighedColumns = {
  ...settable,
  id: true,
  mode: true,
  createdById: true,
  serviceAccountId: true,
} as const;

/**
 * What someone may give: a member what their role may do, and a key, `own`, what it may do itself. A key with a spending
 * cap shares it with those that it makes.
 */
export type Authority = { role: Role; own: null } | { role: null; own: Weighed };

/** Throws FORBIDDEN unless the member's role, SCOPE_MISSING unless the key, may do this with keys. */
export const checkKeys = (by: Pick<InBusiness, "role"> | Caller, permission: "keys:read" | "keys:write"): void =>
  requireRight(by, permission, "keys:manage");

/**
 * Changes of a business's keys wait for each other, until the end of the transaction. What was allowed when the request
 * was admitted is read again: throws FORBIDDEN for a member, KEY_INVALID or SCOPE_MISSING for a key.
 */
export async function lockKeys(tx: Transaction, by: Caller): Promise<Authority & { own: object }>;
export async function lockKeys(tx: Transaction, by: Member | Caller): Promise<Authority>;
export async function lockKeys(tx: Transaction, by: Member | Caller): Promise<Authority> {
  if ("role" in by) return { role: (await lockAs(tx, by, "keys:write")).role, own: null };
  const isOpen = await lockBusiness(tx, by.businessId);
  const works = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] };
  const own = await tx.apiKey.findFirst({ where: { id: by.keyId, ...works }, select: weighedColumns });
  if (!isOpen || !own) throw new AppError("KEY_INVALID");
  checkKeys({ ...by, scopes: own.scopes as Caller["scopes"] }, "keys:write");
  return { role: null, own };
}

/** Locks a key, so that what is read of it is what a change replaces. Throws NOT_FOUND for one that was revoked. */
export async function lockKey(tx: Transaction, by: Member | Caller, id: string): Promise<Weighed> {
  const mode = "role" in by || by.mode === "live" ? undefined : by.mode;
  const where = { id, businessId: by.businessId, kind: "standard", revokedAt: null, mode } as const;
  const [key] = isId("key", id)
    ? await tx.apiKey.updateManyAndReturn({ where, data: { updatedAt: clock.now() }, select: weighedColumns })
    : [];
  if (!key) throw new AppError("NOT_FOUND", { message: "keys.unknown" });
  return key;
}

/** The fields of the API in which a key would be wider, in the order in which they are checked. */
const fieldOf: Record<Gain, string> = {
  scopes: "scopes",
  expiresAt: "expiresAt",
  allowedAddresses: "allowedAddresses",
  requestsPerMinute: "requestsPerMinute",
  concurrentCalls: "concurrentCalls",
  monthlyCap: "monthlyCapVnd",
  keepsNothing: "keepsNothing",
};

const tooWide = (param: string, message = "keys.tooWide", values: Record<string, string | number> = { field: param }) =>
  new AppError("KEY_TOO_WIDE", { param, message, values });

/** The fields in which a key may do more than `own`. A test key spends nothing. */
const widerFields = (own: Weighed, key: Settings & { mode: KeyMode }): string[] => [
  ...(own.mode === "test" && key.mode === "live" ? ["mode"] : []),
  ...gainsOf(own, key)
    .filter((gain) => !(gain === "monthlyCap" && key.mode === "test"))
    .map((gain) => fieldOf[gain]),
];

/**
 * Throws FORBIDDEN for scopes that the member's role may not give, KEY_TOO_WIDE for a key that could do more than the one
 * by which it is made or changed, or than its service account, and NOT_FOUND for an unknown one. `before`: the key that is changed.
 */
export async function requireGivable(
  tx: Transaction,
  { role, own }: Authority,
  key: Settings & { mode: KeyMode; businessId: string; serviceAccountId: string | null },
  before?: Weighed,
): Promise<void> {
  await requireInAccount(tx, key);
  if (own === null) {
    const scope = key.scopes.find((one) => !before?.scopes.includes(one) && !canGive(role, one));
    if (scope) throw new AppError("FORBIDDEN", { param: "scopes", message: "keys.scopeNotGivable", values: { scope } });
    return;
  }
  const [wider] = widerFields(own, key);
  if (wider) throw tooWide(wider);
  // It would still work once the account is removed.
  if (own.serviceAccountId && key.serviceAccountId !== own.serviceAccountId) throw tooWide("serviceAccountId");
  if (own.monthlyCapMilli === null || key.mode === "test" || own.id === before?.id) return;
  // Those that it makes would make others, each with a cap of its own.
  if (key.scopes.includes("keys:manage")) throw tooWide("scopes", "keys.cappedManager");
  const left = own.monthlyCapMilli - (await sumCaps(tx, own.id, before?.id));
  if ((key.monthlyCapMilli ?? 0n) > left) {
    const values = { left: Number(left < 0n ? 0n : left / 1000n) };
    throw tooWide("monthlyCapVnd", "keys.capsTogether", values);
  }
}

export const unknownAccount = (param: string) => new AppError("NOT_FOUND", { message: "keys.accounts.unknown", param });

/** Throws NOT_FOUND for a service account that the business does not have, KEY_TOO_WIDE for more scopes than it has. */
async function requireInAccount(
  tx: Transaction,
  {
    serviceAccountId: id,
    businessId,
    scopes,
  }: { serviceAccountId: string | null; businessId: string; scopes: string[] },
): Promise<void> {
  if (id === null) return;
  const where = { id, businessId, removedAt: null };
  const account = await tx.serviceAccount.findFirst({ where, select: { scopes: true } });
  if (!account) throw unknownAccount("serviceAccountId");
  const scope = scopes.find((one) => !account.scopes.includes(one));
  if (scope) throw tooWide("scopes", "keys.accounts.narrower", { scope });
}

/** The caps of all keys that a key made and that worked this month, or what they have spent where that is more. */
async function sumCaps(tx: Transaction, madeById: string, exceptId = ""): Promise<bigint> {
  const month = vietnamMonth(clock.now());
  const { from } = boundsOfMonth(month);
  const [sum] = await tx.$queryRaw<{ milli: bigint }[]>`
    SELECT coalesce(sum(greatest(k.monthly_cap_milli, s.amount_milli)), 0)::bigint AS milli
    FROM api_keys k LEFT JOIN key_spends s ON s.key_id = k.id AND s.month = ${month}
    WHERE k.created_by_id = ${madeById} AND k.kind = 'standard' AND k.mode = 'live' AND k.id <> ${exceptId}
      AND (k.revoked_at IS NULL OR k.revoked_at >= ${from}) AND (k.expires_at IS NULL OR k.expires_at >= ${from})`;
  return sum?.milli ?? 0n;
}

/** Throws KEY_TOO_WIDE for a key that may do more than the one by which it is changed, rotated or revoked. */
export function requireManageable({ own }: Authority, key: Weighed): void {
  if (own === null || own.id === key.id) return;
  const [wider] = widerFields(own, key);
  const isForeign = own.serviceAccountId !== null && own.serviceAccountId !== key.serviceAccountId;
  // With the secrets of other keys it could spend their caps too.
  const isNotShared = own.monthlyCapMilli !== null && key.mode === "live" && key.createdById !== own.id;
  if (wider || isForeign || isNotShared) throw tooWide("id", "keys.widerKey");
}

/** The same for its secret, which a rotation returns: throws FORBIDDEN too. */
export function requireSecretOf(authority: Authority, key: Weighed): void {
  requireManageable(authority, key);
  const { role } = authority;
  const scope = role && key.scopes.find((one) => !canGive(role, one));
  if (scope) throw new AppError("FORBIDDEN", { message: "keys.scopeNotGivable", values: { scope } });
}
