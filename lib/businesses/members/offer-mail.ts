import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { composeMail } from "@/lib/platform/mail/compose";
import { postMail } from "@/lib/platform/mail/post";

/** The email holds no link that accepts the offer: that is done in the console. */
export async function mailOffer(tx: Transaction, id: string): Promise<void> {
  const { business, from, to } = await tx.ownershipTransfer.findUniqueOrThrow({
    where: { id },
    select: {
      business: { select: { name: true, slug: true } },
      from: { select: { name: true } },
      to: { select: { name: true, email: true, locale: true } },
    },
  });
  const link = `${env.url}/console/${business.slug}/members`;
  const values = { name: to.name, owner: from.name, business: business.name, link };
  await postMail(tx, { to: to.email, ...composeMail(to.locale, "ownership", values) });
}
