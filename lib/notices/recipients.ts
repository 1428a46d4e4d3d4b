import "server-only";
import type { Transaction } from "@/lib/db";
import { can, type Permission, type Role, roles } from "@/lib/principals/roles";
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
