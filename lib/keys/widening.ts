import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { nameActor } from "@/lib/access/audit/name-actor";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { translate } from "@/lib/platform/i18n/translate";
import { isInNetworks, parseNetwork } from "@/lib/platform/net/networks";
import type { Settings } from "./settings";

export type Gain =
  | "scopes"
  | "allowedAddresses"
  | "requestsPerMinute"
  | "concurrentCalls"
  | "monthlyCap"
  | "expiresAt"
  | "keepsNothing";

/** The permissions that a change adds to a key. */
export function gainsOf(before: Settings, after: Settings): Gain[] {
  const gains: Record<Gain, boolean> = {
    scopes: after.scopes.some((scope) => !before.scopes.includes(scope)),
    allowedAddresses: reachesFurther(before.allowedAddresses, after.allowedAddresses),
    requestsPerMinute: isHigher(before.requestsPerMinute, after.requestsPerMinute),
    concurrentCalls: isHigher(before.concurrentCalls, after.concurrentCalls),
    monthlyCap: isHigher(before.monthlyCapMilli, after.monthlyCapMilli),
    expiresAt: isHigher(before.expiresAt, after.expiresAt),
    keepsNothing: before.keepsNothing && !after.keepsNothing,
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
export async function mailWidening(
  tx: Transaction,
  by: Member | Caller,
  keyId: string,
  gains: readonly Gain[],
): Promise<void> {
  const select = { name: true, hint: true, business: { select: { name: true, slug: true } } } as const;
  const key = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId }, select });
  const { businessId } = by;
  const actorId = actorOf(by).userId;
  const nameIn = await nameActor(tx, actorId);
  const path = `/console/${key.business.slug}/keys/${keyId}`;
  for (const to of await listRecipients(tx, businessId, "business:transfer")) {
    const gained = gains.map((gain) => translate(to.locale, `keys.gains.${gain}`)).join(", ");
    const { name: keyName, hint, business } = key;
    const values = {
      actor: nameIn(to.locale),
      key: keyName,
      hint,
      business: business.name,
      gained,
      link: `${env.url}${path}`,
    };
    await notify(tx, to, { kind: "keyWidened", values, path, businessId, actorId });
  }
}
