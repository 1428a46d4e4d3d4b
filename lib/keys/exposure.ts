import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { translate } from "@/lib/platform/i18n/translate";
import type { LiveKey } from "./find-live-key";

/** Where a key was sent that ends up in logs. */
export type ExposureSource = "url" | "referer";

/**
 * Flags a secret that was sent in a URL, and emails the business's owners and admins, once for each secret. The key
 * keeps working, because its application would stop. A playground key is not flagged: it ends within 15 minutes.
 */
export async function flagExposed({ keyId, secretId, businessId }: LiveKey, where: ExposureSource): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { id: secretId, kind: { not: "playground" }, exposedAt: null },
      data: { exposedAt: clock.now(), exposedWhere: where },
    });
    if (count === 0) return;
    const { hint } = await tx.apiKey.findUniqueOrThrow({ where: { id: secretId }, select: { hint: true } });
    const actor = { businessId, userId: "system", device: { ip: null, userAgent: null } };
    await recordAudit(tx, actor, { action: "key.exposed", subject: keyId, after: { hint, where } });

    const select = { name: true, business: { select: { name: true, slug: true } } } as const;
    const { business, name: key } = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId }, select });
    const path = `/console/${business.slug}/keys/${keyId}`;
    for (const to of await listRecipients(tx, businessId, "members:write")) {
      const place = translate(to.locale, `keys.exposedWhere.${where}`);
      const values = { key, hint, business: business.name, where: place, link: `${env.url}${path}` };
      await notify(tx, to, { kind: "keyExposed", values, path, businessId });
    }
  });
}
