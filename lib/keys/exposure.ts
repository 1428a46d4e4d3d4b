import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { say } from "@/lib/i18n/words";
import { composeMail } from "@/lib/mail/compose";
import { postMail } from "@/lib/mail/post";
import type { LiveKey } from "./authenticate";
import { listKeepers } from "./keepers";

/** Where a key was sent that logs keep. */
export type ExposedWhere = "url" | "referer";

/**
 * Flags a secret that was sent in a URL, and emails the business's owners and admins, once for each secret. The key keeps
 * working, because its application would stop. A playground key is not flagged: it ends within half an hour.
 */
export async function flagExposed({ keyId, secretId, businessId }: LiveKey, where: ExposedWhere): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { id: secretId, kind: { not: "playground" }, exposedAt: null },
      data: { exposedAt: clock.now(), exposedWhere: where },
    });
    if (count === 0) return;
    const { hint } = await tx.apiKey.findUniqueOrThrow({ where: { id: secretId }, select: { hint: true } });
    const actor = { businessId, userId: "system", device: { ip: null, userAgent: null } };
    await recordAudit(tx, actor, { action: "key.exposed", subject: keyId, after: { hint, where } });
    await mailExposure(tx, keyId, hint, where);
  });
}

async function mailExposure(tx: Transaction, keyId: string, hint: string, where: ExposedWhere): Promise<void> {
  const select = { name: true, businessId: true, business: { select: { name: true, slug: true } } } as const;
  const { business, businessId, name: key } = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId }, select });
  const link = `${env.url}/console/${business.slug}/keys/${keyId}`;
  for (const { email, name, locale } of await listKeepers(tx, businessId, "members:write")) {
    const place = say(locale, `keys.exposedWhere.${where}`);
    const values = { name, key, hint, business: business.name, where: place, link };
    await postMail(tx, { to: email, ...composeMail(locale, "keyExposed", values) });
  }
}
