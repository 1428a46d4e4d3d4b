import "server-only";
import type { Role } from "@/lib/access/principals/roles";
import type { Viewer } from "@/lib/access/principals/viewer";
import { db } from "@/lib/platform/db";

/** A person's membership in a business; null for anyone else, as for a business that does not exist. */
export async function findMembership(
  viewer: Viewer,
  slug: string,
): Promise<{ businessId: string; businessSlug: string; role: Role; requiresTwoFactor: boolean } | null> {
  // A NUL in a URL would otherwise be a database error.
  if (!/^[a-z0-9-]+$/.test(slug)) return null;
  const membership = await db.membership.findFirst({
    where: { userId: viewer.userId, business: { slug, archivedAt: null } },
    select: { businessId: true, role: true, business: { select: { requiresTwoFactor: true } } },
  });
  if (!membership) return null;
  const { business, ...place } = membership;
  return { ...place, ...business, businessSlug: slug };
}
