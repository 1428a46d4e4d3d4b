import "server-only";
import { recordKeyEvent } from "@/lib/access/events/record-event";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import { log } from "@/lib/platform/log";
import type { ApiKeyGetPayload } from "@/prisma/generated/models";
import { noticeDue, notices } from "./expiry";

const expiring = {
  id: true,
  name: true,
  hint: true,
  businessId: true,
  expiresAt: true,
  expiryNoticeDays: true,
  business: { select: { name: true, slug: true } },
} as const;

/** Each notice is sent once, by whichever process comes first; after a pause only the nearest one. Returns how many. */
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
  let notified = 0;
  for (const key of keys) {
    // One that fails is tried again, and does not keep the others waiting.
    notified += await notifyOne(key, now).catch((error: Error) => {
      log.error({ key: key.id, reason: error.message }, "a notice of an expiring key was not written");
      return 0;
    });
  }
  return notified;
}

async function notifyOne(key: ApiKeyGetPayload<{ select: typeof expiring }>, now: Date): Promise<number> {
  const { id: keyId, name, hint, businessId, business, expiresAt, expiryNoticeDays: before } = key;
  const due = expiresAt && noticeDue(expiresAt, now);
  if (!expiresAt || !due || (before !== null && before <= due)) return 0;
  const where = { id: keyId, expiresAt, expiryNoticeDays: before, revokedAt: null };
  return db.$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({ where, data: { expiryNoticeDays: due } });
    if (count === 0) return 0;
    const payload = { keyId, name, hint, expiresAt: expiresAt.toISOString(), noticeDays: due };
    await recordKeyEvent(tx, businessId, "key.expiring", payload);
    const path = `/console/${business.slug}/keys/${keyId}`;
    for (const to of await listRecipients(tx, businessId, "keys:write")) {
      const time = formatZonedTime(expiresAt, to.locale, to.timeZone);
      const values = { key: name, business: business.name, time, link: `${env.url}${path}` };
      await notify(tx, to, { kind: "keyExpiring", values, path, businessId });
    }
    return count;
  });
}
