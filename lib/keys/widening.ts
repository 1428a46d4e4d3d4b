import "server-only";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import type { Member } from "@/lib/access/principals/member";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { translate } from "@/lib/platform/i18n/translate";
import { isInNetworks, parseNetwork } from "@/lib/platform/net/networks";
import type { Settings } from "./settings";

export type Gain = "scopes" | "allowedAddresses" | "requestsPerMinute" | "concurrentCalls" | "monthlyCap" | "expiresAt";

/** The permissions that a change adds to a key. */
export function gainsOf(before: Settings, after: Settings): Gain[] {
  const gains: Record<Gain, boolean> = {
    scopes: after.scopes.some((scope) => !before.scopes.includes(scope)),
    allowedAddresses: reachesFurther(before.allowedAddresses, after.allowedAddresses),
    requestsPerMinute: isHigher(before.requestsPerMinute, after.requestsPerMinute),
    concurrentCalls: isHigher(before.concurrentCalls, after.concurrentCalls),
    monthlyCap: isHigher(before.monthlyCapMilli, after.monthlyCapMilli),
    expiresAt: isHigher(before.expiresAt, after.expiresAt),
  };
  return (Object.keys(gains) as Gain[]).filter((gain) => gains[gain]);
}

/** A limit that is null means no limit. */
const isHigher = <Limit extends number | bigint | Date>(before: Limit | null, after: Limit | null): boolean =>
  before !== null && (after === null || after > before);

/** A list that is empty allows every address. */
function reachesFurther(before: string[], after: string[]): boolean {
  if (before.length === 0) return false;
  const allowed = before.map(parseNetwork);
  return (
    after.length === 0 ||
    after
      .map(parseNetwork)
      .some(([base, bits]) => !allowed.some((network) => network[1] <= bits && isInNetworks(base, [network])))
  );
}

/** Emails the owners that a key gained permissions, and who gave them. */
export async function mailWidening(tx: Transaction, member: Member, keyId: string, gains: readonly Gain[]) {
  const select = { name: true, hint: true, business: { select: { name: true, slug: true } } } as const;
  const key = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId }, select });
  const actor = await tx.user.findUniqueOrThrow({ where: { id: member.userId }, select: { name: true } });
  const path = `/console/${member.businessSlug}/keys/${keyId}`;
  for (const to of await listRecipients(tx, member.businessId, "business:transfer")) {
    const gained = gains.map((gain) => translate(to.locale, `keys.gains.${gain}`)).join(", ");
    const { name: keyName, hint, business } = key;
    const values = {
      actor: actor.name,
      key: keyName,
      hint,
      business: business.name,
      gained,
      link: `${env.url}${path}`,
    };
    await notify(tx, to, { kind: "keyWidened", values, path, businessId: member.businessId, actorId: member.userId });
  }
}
