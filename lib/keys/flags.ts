import "server-only";
import { db } from "@/lib/platform/db";

/** Why an active key should be rotated. `holderLeft`: the member who created or last rotated it has left. */
export type KeyFlag = "exposed" | "holderLeft";

type Flagged = {
  revokedAt: Date | null;
  exposedAt: Date | null;
  createdById: string | null;
  secretIssuedById: string | null;
};

/** The person who received the key's current secret; null where that was a program, or is not recorded. */
function holderOf({ createdById, secretIssuedById }: Flagged): string | null {
  const holder = secretIssuedById ?? createdById;
  return holder?.startsWith("usr_") ? holder : null;
}

/** Warnings for a key's members. A revoked key has none. */
export function flagsOf(key: Flagged, memberIds: ReadonlySet<string>): KeyFlag[] {
  if (key.revokedAt) return [];
  const holder = holderOf(key);
  return [
    ...(key.exposedAt ? (["exposed"] as const) : []),
    ...(holder && !memberIds.has(holder) ? (["holderLeft"] as const) : []),
  ];
}

/** Which of those who received these keys' secrets are members of the business. */
export async function findHolders(businessId: string, keys: readonly Flagged[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(keys.map(holderOf))].filter((id) => id !== null);
  const rows = await db.membership.findMany({
    where: { businessId, userId: { in: ids } },
    select: { userId: true },
  });
  return new Set(rows.map(({ userId }) => userId));
}
