import "server-only";
import type { Transaction } from "@/lib/db";
import type { Locale } from "@/lib/i18n/locale";
import { can, type Permission, type Role, roles } from "@/lib/principals/roles";

export type Keeper = { email: string; name: string; locale: Locale; timeZone: string };

/** The people of a business who may do this, for an email. */
export function listKeepers(tx: Transaction, businessId: string, permission: Permission): Promise<Keeper[]> {
  const able: Role[] = roles.filter((role) => can(role, permission));
  return tx.user.findMany({
    where: { memberships: { some: { businessId, role: { in: able } } }, emailVerifiedAt: { not: null } },
    orderBy: { id: "asc" },
    select: { email: true, name: true, locale: true, timeZone: true },
  });
}
