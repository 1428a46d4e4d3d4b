import "server-only";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { notify } from "@/lib/notices/notify";
import { listRecipients } from "@/lib/notices/recipients";

type NewAdmin = { businessId: string; userId: string; grantedById: string };

/** Emails the owners that someone is now an admin, and who gave them the role. */
export async function mailNewAdmin(tx: Transaction, { businessId, userId, grantedById }: NewAdmin): Promise<void> {
  const select = { name: true, email: true } as const;
  const admin = await tx.user.findUniqueOrThrow({ where: { id: userId }, select });
  const grantedBy = await tx.user.findUniqueOrThrow({ where: { id: grantedById }, select });
  const business = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { name: true, slug: true },
  });
  const path = `/console/${business.slug}/members`;
  for (const to of await listRecipients(tx, businessId, "business:transfer")) {
    const people = { admin: admin.name, address: admin.email, grantedBy: grantedBy.name };
    const values = { ...people, business: business.name, link: `${env.url}${path}` };
    await notify(tx, to, { kind: "adminJoined", values, path, businessId, aboutUserId: userId });
  }
}
