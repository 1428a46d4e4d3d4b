import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { usedHint, usedHintColumns } from "@/lib/access/principals/used-hint";
import { fingerprints } from "@/lib/keys/secret";
import { statusOf } from "@/lib/keys/status";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/generated/client";
import type { FoundKey, NamedKey } from "./diagnosis";

const keyColumns = {
  id: true,
  name: true,
  mode: true,
  ...usedHintColumns,
  expiresAt: true,
  revokedAt: true,
  leakedAt: true,
  replaced: { where: { revokedAt: null }, select: { expiresAt: true } },
} as const;

type Row = Prisma.ApiKeyGetPayload<{ select: typeof keyColumns }>;

function describeKey({ replaced, ...key }: Row): NamedKey {
  const now = clock.now();
  const isRotating = replaced.some(({ expiresAt }) => expiresAt && expiresAt > now);
  return { id: key.id, name: key.name, mode: key.mode, hint: key.hint, status: statusOf(key, isRotating, now) };
}

type Used = { keyId: string; keyHint: string | null };

/** The key of a request, with the last characters of the secret that was sent; null for another business's. */
export async function findUsed({ businessId }: Member, used: Used): Promise<NamedKey | null> {
  const key = await db.apiKey.findFirst({ where: { id: used.keyId, businessId }, select: keyColumns });
  return key && { ...describeKey(key), hint: usedHint(used, key) };
}

/**
 * The business's keys, active and inactive, that a whole secret belongs or belonged to, or that end in these four
 * characters; the newest first.
 */
export async function findKeys(
  { businessId }: Member,
  sought: { secret: string } | { hint: string },
): Promise<FoundKey[]> {
  const where = "secret" in sought ? { fingerprint: { in: fingerprints(sought.secret) } } : sought;
  const rows = await db.apiKey.findMany({
    where: { businessId, kind: { in: ["standard", "rotated"] }, ...where },
    orderBy: { createdAt: "desc" },
    take: 5,
    select: { ...keyColumns, replacedBy: { select: keyColumns } },
  });
  return Promise.all(
    rows.map(async ({ replacedBy, ...row }) => ({
      // An old secret is shown with its own last characters, and as the key it belongs to.
      ...describeKey(replacedBy ?? row),
      hint: row.hint,
      oldUntil: replacedBy && row.expiresAt,
      expiresAt: (replacedBy ?? row).expiresAt,
      revokedAt: row.revokedAt ?? replacedBy?.revokedAt ?? null,
      lastRejection: await db.refusedRequest.findFirst({
        where: { businessId, keyId: (replacedBy ?? row).id },
        orderBy: { createdAt: "desc" },
        select: { requestId: true, code: true, createdAt: true },
      }),
    })),
  );
}
