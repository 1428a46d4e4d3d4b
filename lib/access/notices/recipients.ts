import "server-only";
import { can, type Permission, type Role, roles } from "@/lib/access/principals/roles";
import type { Transaction } from "@/lib/platform/db";
import type { NoticeRecipient } from "./notify";

export type Recipient = NoticeRecipient & { timeZone: string };

/** The members of a business who have a permission, as recipients of an email. */
export function listRecipients(tx: Transaction, businessId: string, permission: Permission): Promise<Recipient[]> {
  const able: Role[] = roles.filter((role) => can(role, permission));
  return tx.user.findMany({
    where: { memberships: { some: { businessId, role: { in: able } } }, emailVerifiedAt: { not: null } },
    orderBy: { id: "asc" },
    select: { id: true, email: true, name: true, locale: true, timeZone: true },
  });
}
