import "server-only";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { listKeepers } from "@/lib/keys/keepers";
import { composeMail } from "@/lib/mail/compose";
import { postMail } from "@/lib/mail/post";

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
  const link = `${env.url}/console/${business.slug}/members`;
  for (const { email, name, locale } of await listKeepers(tx, businessId, "business:transfer")) {
    const people = { admin: admin.name, address: admin.email, grantedBy: grantedBy.name };
    const values = { name, ...people, business: business.name, link };
    await postMail(tx, { to: email, ...composeMail(locale, "adminJoined", values) });
  }
}
