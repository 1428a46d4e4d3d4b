import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { composeMail } from "@/lib/mail/compose";
import { postMail } from "@/lib/mail/post";
import type { KeyKind } from "@/prisma/generated/enums";
import { listKeepers } from "./keepers";
import { fingerprints, isWellFormedSecret } from "./secret";

/** Where a secret was seen. */
export type Sighting = { source: string; url?: string };

/**
 * Ends a secret that was seen in public, and tells the business's owners and admins. Told again, or of a secret that
 * was dead before, nothing more happens. Answers whether the secret was ever ours. An old secret of a key ends alone:
 * the key's present one has not been seen.
 */
export async function flagLeaked(secret: string, { source, url }: Sighting): Promise<boolean> {
  if (!isWellFormedSecret(secret)) return false;
  const key = await db.apiKey.findFirst({ where: { fingerprint: { in: fingerprints(secret) } }, select: leaked });
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
    const actor = { businessId: key.businessId, userId: "system", device: { ip: null, userAgent: null } };
    const after = { hint: key.hint, source: source.slice(0, 100), url: url?.slice(0, 500) ?? null };
    await recordAudit(tx, actor, { action: "key.leaked", subject, after });
    await tellOwners(tx, { ...key, subject }, source);
  });
  return true;
}

const leaked = {
  id: true,
  businessId: true,
  kind: true,
  replacedById: true,
  revokedAt: true,
  name: true,
  hint: true,
  business: { select: { name: true, slug: true } },
} as const;

type Leaked = {
  businessId: string;
  name: string;
  hint: string;
  kind: KeyKind;
  subject: string;
  business: { name: string; slug: string };
};

async function tellOwners(tx: Transaction, leaked: Leaked, source: string): Promise<void> {
  const { businessId, name: key, hint, kind, subject, business } = leaked;
  // A playground's key has no page of its own.
  const page = kind === "playground" ? "" : `/${subject}`;
  const link = `${env.url}/console/${business.slug}/keys${page}`;
  for (const { email, name, locale } of await listKeepers(tx, businessId, "members:write")) {
    const values = { name, key, hint, business: business.name, source: source.slice(0, 100), link };
    await postMail(tx, { to: email, ...composeMail(locale, "keyLeaked", values) });
  }
}
