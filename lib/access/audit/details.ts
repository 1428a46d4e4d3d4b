import "server-only";
import canonicalize from "canonicalize";
import type { Device } from "@/lib/access/principals/device";
import { clock, days } from "@/lib/platform/clock";
import { hmac, newToken } from "@/lib/platform/crypto";
import { sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

type Fields = { [name: string]: string };

/** The email addresses that an entry names. */
export type Personal = {
  /** The entry's subject is the invitation's id, and this is its address. */
  invitation?: { id: string; email: string };
  before?: Fields;
  after?: Fields;
};

/** What the details hold besides where the change came from. */
export type RecordedDetails = { subject?: string; before?: Fields; after?: Fields };

export type Details = Device & { salt: string; said: unknown };

/** With the details row it proves that nothing was changed; without the row's random salt it reveals nothing. */
export const commitmentOf = ({ salt, ip, userAgent, said }: Details): string =>
  hmac(env.VANG_LINK_SECRET, `audit-details:${canonicalize({ salt, ip, userAgent, said })}`);

type Place = { businessId: string; sequence: bigint; actorId: string; at: Date };

/** Writes an entry's details to their own table. Returns their commitment; null if there are none. */
export async function keepDetails(
  tx: Transaction,
  { at: createdAt, ...place }: Place,
  { ip, userAgent }: Device,
  { invitation, ...fields }: Personal = {},
): Promise<string | null> {
  const isEmpty = !invitation && !fields.before && !fields.after;
  if (isEmpty && ip === null && userAgent === null) return null;
  const said: RecordedDetails | undefined = isEmpty
    ? undefined
    : { ...(invitation && { subject: invitation.email }), ...fields };
  const row = { salt: newToken(), ip, userAgent, said };
  await tx.auditDetail.create({
    data: { ...place, ...row, invitationId: invitation?.id, createdAt },
    select: { sequence: true },
  });
  return commitmentOf({ ...row, said: said ?? null });
}

export const detailsKeptDays = 365;

const deleteExpired = `DELETE FROM audit_details WHERE (business_id, sequence) IN
  (SELECT business_id, sequence FROM audit_details WHERE created_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes expired details, at most 1,000. Returns how many. */
export async function sweepAuditDetails(): Promise<number> {
  const before = new Date(+clock.now() - days(detailsKeptDays));
  return (await sql("sweep-audit-details", deleteExpired, [before])).length;
}

/** Deletes where a person's changes came from, and their invitations, from the logs of all businesses. */
export async function eraseDetailsOf(tx: Transaction, userId: string, invitationIds: readonly string[]): Promise<void> {
  await tx.auditDetail.deleteMany({
    where: { OR: [{ actorId: userId }, { invitationId: { in: [...invitationIds] } }] },
  });
}
