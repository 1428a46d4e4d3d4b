import "server-only";
import canonicalize from "canonicalize";
import { clock } from "@/lib/clock";
import { hmac } from "@/lib/crypto";
import type { Transaction } from "@/lib/db";
import type { Device } from "@/lib/device";
import { env } from "@/lib/env";

type Said = string | number | boolean | (Said | null)[] | { [name: string]: Said | null };

export type Change = {
  /** Such as `key.created`. */
  action: string;
  /** What was changed: an id or a name. Never a secret, like the two below. */
  subject?: string;
  before?: Said;
  after?: Said;
};

/** Who changes something: a member, or whatever else acts in a business. */
export type Actor = { businessId: string; userId: string; device: Device };

export type Link = Change & { businessId: string; sequence: bigint; at: Date; actorId: string } & Device;

/**
 * A link's digest under our secret: all it says in canonical JSON (RFC 8785), and the digest before it. The secret is
 * not in the database, so whoever can write there still cannot forge a chain.
 */
export function digestOf(
  { businessId, sequence, at, actorId, action, ip, userAgent, ...rest }: Link,
  previous: string,
) {
  const { subject = null, before = null, after = null } = rest;
  const said = { businessId, sequence: String(sequence), at: at.toISOString(), actorId, action };
  const text = canonicalize({ ...said, subject, before, after, ip, userAgent, previous });
  return hmac(env.VANG_LINK_SECRET, `audit:${text}`);
}

/**
 * Writes a change into the business's audit log, in the transaction that makes it: both happen or neither. Answers its
 * place in the chain. Writers of one business wait for each other here, so call it last.
 */
export async function recordAudit(
  tx: Transaction,
  { businessId, userId, device }: Actor,
  change: Change,
): Promise<{ sequence: bigint; digest: string }> {
  await tx.auditHead.createMany({ data: [{ businessId, sequence: 0, digest: "" }], skipDuplicates: true });
  const [head] = await tx.$queryRaw<{ sequence: bigint; digest: string }[]>`
    SELECT sequence, digest FROM audit_heads WHERE business_id = ${businessId} FOR UPDATE`;
  if (!head) throw new Error("the chain has no head");

  const link: Link = {
    businessId,
    sequence: head.sequence + 1n,
    at: clock.now(),
    actorId: userId,
    ...change,
    ...device,
  };
  const digest = digestOf(link, head.digest);
  await tx.auditEvent.create({ data: { ...link, previous: head.digest, digest }, select: { sequence: true } });
  await tx.auditHead.update({
    where: { businessId },
    data: { sequence: link.sequence, digest },
    select: { sequence: true },
  });
  return { sequence: link.sequence, digest };
}
