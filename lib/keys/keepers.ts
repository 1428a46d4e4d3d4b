import "server-only";
import { db } from "@/lib/db";
import type { Locale } from "@/lib/i18n/locale";
import { can, type Permission, type Role, roles } from "@/lib/principals/roles";

export type Keeper = { email: string; name: string; locale: Locale; timeZone: string };

/** Whoever in a business may do this, to be told by mail. */
export function listKeepers(businessId: string, permission: Permission): Promise<Keeper[]> {
  const able: Role[] = roles.filter((role) => can(role, permission));
  return db.user.findMany({
    where: { memberships: { some: { businessId, role: { in: able } } }, emailVerifiedAt: { not: null } },
    orderBy: { id: "asc" },
    select: { email: true, name: true, locale: true, timeZone: true },
  });
}
