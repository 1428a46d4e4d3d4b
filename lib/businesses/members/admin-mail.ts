import "server-only";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import { clock, hours } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

type NewAdmin = { businessId: string; userId: string; grantedById: string };

/** Emails the owners that someone is now an admin, and who gave them the role: once an hour for the same person. */
export async function mailNewAdmin(tx: Transaction, { businessId, userId, grantedById }: NewAdmin): Promise<void> {
  const select = { name: true, email: true } as const;
  const admin = await tx.user.findUniqueOrThrow({ where: { id: userId }, select });
  const grantedBy = await tx.user.findUniqueOrThrow({ where: { id: grantedById }, select });
  const business = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { name: true, slug: true },
  });
  const path = `/console/${business.slug}/members`;
  const createdAt = { gt: new Date(+clock.now() - hours(1)) };
  const same = { kind: "adminJoined", businessId, aboutUserId: userId, createdAt };
  for (const to of await listRecipients(tx, businessId, "business:transfer")) {
    if ((await tx.notice.count({ where: { ...same, userId: to.id } })) > 0) continue;
    const people = { admin: admin.name, address: admin.email, grantedBy: grantedBy.name };
    const values = { ...people, business: business.name, link: `${env.url}${path}` };
    await notify(tx, to, { kind: "adminJoined", values, path, businessId, aboutUserId: userId, actorId: grantedById });
  }
}
