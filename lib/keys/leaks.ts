import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { recordKeyEvent } from "@/lib/access/events/record-event";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { fingerprints, isWellFormedSecret } from "./secret";

export type LeakReport = { source: string; url?: string };

/**
 * Ends a secret that was seen in public, and emails the business's owners and admins, once. Returns whether it was ever
 * issued by us. An old secret of a key ends alone: the key's current one has not been seen.
 */
export async function flagLeaked(secret: string, { source, url }: LeakReport): Promise<boolean> {
  if (!isWellFormedSecret(secret)) return false;
  const key = await db.apiKey.findFirst({
    where: { fingerprint: { in: fingerprints(secret) } },
    select: leakedColumns,
  });
  if (!key) return false;
  if (key.revokedAt) return true;
  const subject = key.replacedById ?? key.id;
  const now = clock.now();
  await db.$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { id: key.id, revokedAt: null },
      data: { revokedAt: now, leakedAt: now, leakSource: source.slice(0, 100), leakUrl: url?.slice(0, 500) ?? null },
    });
    if (count === 0) return;
    if (key.kind === "standard") {
      const { id: keyId, name, hint } = key;
      const payload = { keyId, name, hint, reason: "leaked", revokedAt: now.toISOString() } as const;
      await recordKeyEvent(tx, key.businessId, "key.revoked", payload);
    }
    const actor = { businessId: key.businessId, userId: "system", device: { ip: null, userAgent: null } };
    const after = { hint: key.hint, source: source.slice(0, 100), url: url?.slice(0, 500) ?? null };
    await recordAudit(tx, actor, { action: "key.leaked", subject, after });

    // A playground key has no page of its own.
    const page = key.kind === "playground" ? "" : `/${subject}`;
    const path = `/console/${key.business.slug}/keys${page}`;
    for (const to of await listRecipients(tx, key.businessId, "members:write")) {
      const values = {
        key: key.name,
        hint: key.hint,
        business: key.business.name,
        source: source.slice(0, 100),
        link: `${env.url}${path}`,
      };
      await notify(tx, to, { kind: "keyLeaked", values, path, businessId: key.businessId });
    }
  });
  return true;
}

const leakedColumns = {
  id: true,
  businessId: true,
  kind: true,
  replacedById: true,
  revokedAt: true,
  name: true,
  hint: true,
  business: { select: { name: true, slug: true } },
} as const;
