import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { Scope } from "@/lib/access/principals/scopes";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { Prisma } from "@/prisma/generated/client";
import { dayOf } from "./expiry";
import { findHolders, flagsOf, type KeyFlag } from "./flags";
import { settable } from "./settings";
import { isOpen, type KeyStatus, statusOf } from "./status";
import { listUsage, shownDays, type Usage } from "./usage";

const keyColumns = {
  id: true,
  ...settable,
  mode: true,
  hint: true,
  createdAt: true,
  revokedAt: true,
  leakedAt: true,
  leakSource: true,
  leakUrl: true,
  exposedAt: true,
  exposedWhere: true,
  createdById: true,
  serviceAccount: { select: { name: true } },
  secretIssuedById: true,
  lastUsedAt: true,
  lastUsedIp: true,
  lastUsedService: true,
} as const;

export type OldSecret = { hint: string; until: Date; since: Date; lastUsedAt: Date | null; lastUsedIp: string | null };

type KeyRow = Prisma.ApiKeyGetPayload<{ select: typeof keyColumns }>;

export type KeyDetail = KeyRow & {
  status: KeyStatus;
  flags: KeyFlag[];
  /** Null while no one can use it. */
  oldSecret: OldSecret | null;
  /** This calendar month in Vietnam, including the holds of running requests. */
  spentMilli: bigint;
  usage: Usage;
  /** A service it may use and did not use for 30 days while it used the other. */
  unusedScope: Scope | null;
};

/** All that the key's page shows. Throws NOT_FOUND for another business's key, as for one that does not exist. */
export async function getKey(member: Member, id: string): Promise<KeyDetail> {
  requirePermission(member, "keys:read");
  const unknown = () => new AppError("NOT_FOUND", { message: "keys.unknown" });
  // A NUL in a URL would otherwise be a database error.
  if (!isId("key", id)) throw unknown();
  const now = clock.now();
  const key = await db.apiKey.findFirst({
    where: { id, businessId: member.businessId, kind: "standard" },
    select: {
      ...keyColumns,
      replaced: { where: { expiresAt: { gt: now }, revokedAt: null }, select: oldSecretColumns },
    },
  });
  if (!key) throw unknown();

  const { replaced, ...row } = key;
  const month = { keyId: id, month: dayOf(now).slice(0, 7) };
  const [usage, spend] = await Promise.all([
    listUsage({ businessId: member.businessId, keyId: id }),
    db.keySpend.findUnique({ where: { keyId_month: month }, select: { amountMilli: true } }),
  ]);
  const status = statusOf(row, replaced.length > 0, now);
  const [old] = status === "rotating" ? replaced : [];
  return {
    ...row,
    status,
    flags: flagsOf(row, await findHolders(member.businessId, [row])),
    oldSecret: old ? { ...old, since: old.createdAt, until: old.expiresAt ?? now } : null,
    spentMilli: spend?.amountMilli ?? 0n,
    usage,
    unusedScope: isOpen(status) ? unusedScope(row, usage, now) : null,
  };
}

const oldSecretColumns = { hint: true, createdAt: true, expiresAt: true, lastUsedAt: true, lastUsedIp: true } as const;

function unusedScope({ scopes, createdAt }: KeyRow, { services }: Usage, now: Date): Scope | null {
  const isOldEnough = now.getTime() - createdAt.getTime() >= days(shownDays);
  if (services.length !== 1 || !isOldEnough) return null;
  return (
    (["tts:execute", "stt:execute"] as const).find(
      (scope) => scopes.includes(scope) && !scope.startsWith(`${services[0]}:`),
    ) ?? null
  );
}
