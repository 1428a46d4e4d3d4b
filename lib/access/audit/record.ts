import "server-only";
import canonicalize from "canonicalize";
import type { Device } from "@/lib/access/principals/device";
import { clock } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { keepDetails, type Personal } from "./details";

type Said = string | number | boolean | (Said | null)[] | { [name: string]: Said | null };

export type Change = {
  action: string;
  /** What was changed: an id or a name. Never a secret or an email address, as in the two fields below. */
  subject?: string;
  before?: Said;
  after?: Said;
  /** The email addresses of the change, which are stored outside the chain. */
  personal?: Personal;
};

/** Who makes a change: a member, or something else that acts in a business. */
export type Actor = { businessId: string; userId: string; device: Device };

/** In a business's own log operators have no names: who it was is in the platform's. */
export const operatorIn = (businessId: string): Actor => ({
  businessId,
  userId: "operator",
  device: { ip: null, userAgent: null },
});

/** An entry as its digest covers it. `ip` and `userAgent` are set in format 1 only, `commitment` in format 2 only. */
export type Link = Omit<Change, "personal"> & {
  businessId: string;
  sequence: bigint;
  at: Date;
  actorId: string;
  format: number;
  commitment: string | null;
} & Device;

const format = 2;

/**
 * A link's HMAC with our secret, over all its fields in canonical JSON (RFC 8785) and the previous digest. The secret
 * is not in the database, so write access to the database is not enough to forge a chain. Null for an unknown format.
 */
export function digestOf(link: Link, previous: string): string | null {
  const { businessId, sequence, at, actorId, action, ip, userAgent, commitment, ...rest } = link;
  const { subject = null, before = null, after = null } = rest;
  const said = {
    businessId,
    sequence: String(sequence),
    at: at.toISOString(),
    actorId,
    action,
    subject,
    before,
    after,
  };
  const formats: Record<number, object> = {
    1: { ...said, ip, userAgent, previous },
    2: { ...said, ip, userAgent, format: 2, commitment, previous },
  };
  // Format 1 has no commitment: the digest would not cover one.
  const covered = link.format === 1 && commitment !== null ? undefined : formats[link.format];
  return covered ? hmac(env.VANG_LINK_SECRET, `audit:${canonicalize(covered)}`) : null;
}

/** In the change's transaction. Returns its place in the chain. Writers of a business wait here, so call it last. */
export async function recordAudit(
  tx: Transaction,
  { businessId, userId: actorId, device }: Actor,
  { personal, ...change }: Change,
): Promise<{ sequence: bigint; digest: string }> {
  // Creates the head if there is none, and locks it.
  const [head] = await tx.$queryRaw<{ sequence: bigint; digest: string }[]>`
    INSERT INTO audit_heads VALUES (${businessId}, 0, '')
    ON CONFLICT (business_id) DO UPDATE SET sequence = audit_heads.sequence RETURNING sequence, digest`;
  if (!head) throw new Error("the chain has no head");

  const [sequence, at] = [head.sequence + 1n, clock.now()];
  const commitment = await keepDetails(tx, { businessId, sequence, actorId, at }, device, personal);
  const link: Link = { businessId, sequence, at, actorId, ...change, format, commitment, ip: null, userAgent: null };
  const digest = digestOf(link, head.digest) ?? "";
  await tx.auditEvent.create({ data: { ...link, previous: head.digest, digest }, select: { sequence: true } });
  await tx.auditHead.update({ where: { businessId }, data: { sequence, digest }, select: { sequence: true } });
  return { sequence, digest };
}
