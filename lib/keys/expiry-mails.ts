import "server-only";
import { clock, days } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { formatZonedTime } from "@/lib/i18n/format";
import { composeMail } from "@/lib/mail/compose";
import { postMail } from "@/lib/mail/post";
import { noticeDue, notices } from "./expiry";
import { listKeepers } from "./keepers";

const expiring = {
  id: true,
  name: true,
  businessId: true,
  expiresAt: true,
  expiryNoticeDays: true,
  business: { select: { name: true, slug: true } },
} as const;

/**
 * Mails that keys expire, 30, 7 and 1 day before, to whoever may extend them. Each notice goes out once, whichever
 * process comes first; after a pause of the workers only the nearest one does. Answers how many keys it told of.
 */
export async function mailExpiringKeys(): Promise<number> {
  const now = clock.now();
  const keys = await db.apiKey.findMany({
    where: {
      kind: "standard",
      revokedAt: null,
      expiresAt: { gt: now, lte: new Date(now.getTime() + days(notices[0])) },
      business: { archivedAt: null },
    },
    select: expiring,
  });
  let told = 0;
  for (const { expiresAt, expiryNoticeDays: before, ...key } of keys) {
    const due = expiresAt && noticeDue(expiresAt, now);
    if (!expiresAt || !due || (before !== null && before <= due)) continue;
    const where = { id: key.id, expiresAt, expiryNoticeDays: before, revokedAt: null };
    told += await db.$transaction(async (tx) => {
      const { count } = await tx.apiKey.updateMany({ where, data: { expiryNoticeDays: due } });
      if (count > 0) await tell(tx, { ...key, expiresAt });
      return count;
    });
  }
  return told;
}

type Expiring = {
  id: string;
  name: string;
  businessId: string;
  expiresAt: Date;
  business: { name: string; slug: string };
};

async function tell(tx: Transaction, { id, name: key, businessId, expiresAt, business }: Expiring): Promise<void> {
  const link = `${env.url}/console/${business.slug}/keys/${id}`;
  for (const { email, name, locale, timeZone } of await listKeepers(tx, businessId, "keys:write")) {
    const time = formatZonedTime(expiresAt, locale, timeZone);
    const values = { name, key, business: business.name, time, link };
    await postMail(tx, { to: email, ...composeMail(locale, "keyExpiring", values) });
  }
}
