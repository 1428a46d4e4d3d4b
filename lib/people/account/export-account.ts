import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";

/** The person's entries of audit logs, with the addresses and names that are kept beside the logs. */
const selectActivity = `
  SELECT e.at, e.action, e.subject, b.slug AS business, coalesce(d.ip, e.ip) AS ip,
    coalesce(d.user_agent, e.user_agent) AS "userAgent"
  FROM audit_details d
  JOIN audit_events e USING (business_id, sequence)
  JOIN businesses b ON b.id = d.business_id
  WHERE d.actor_id = $1 ORDER BY e.at`;

/** The person's own data as JSON. Left out are the picture, a file of its own, and secrets: hashes, factors' keys, tokens of links. */
export async function exportAccount({ userId }: Viewer): Promise<string> {
  const { memberships, ...account } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: exportedColumns,
  });
  const all = {
    exportedAt: clock.now(),
    ...account,
    businesses: memberships.map(({ business, ...membership }) => ({ ...membership, ...business })),
    activity: await sql("export-activity", selectActivity, [userId]),
  };
  return JSON.stringify(all, (_, value) => (typeof value === "bigint" ? Number(value) : value), 2);
}

const orderColumns = { amountVnd: true, createdAt: true, business: { select: { slug: true } } } as const;

const exportedColumns = {
  id: true,
  email: true,
  emailVerifiedAt: true,
  name: true,
  phone: true,
  locale: true,
  localeChosen: true,
  timeZone: true,
  pictureId: true,
  passwordChangedAt: true,
  createdAt: true,
  memberships: { select: { role: true, createdAt: true, business: { select: { slug: true, name: true } } } },
  sessions: {
    select: {
      ip: true,
      userAgent: true,
      method: true,
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
      revokedAt: true,
    },
  },
  signIns: {
    select: { createdAt: true, result: true, method: true, ip: true, userAgent: true },
    orderBy: { createdAt: "asc" },
  },
  knownDevices: { select: { createdAt: true, lastSeenAt: true } },
  totpFactor: { select: { createdAt: true } },
  recoveryCodes: { select: { usedAt: true } },
  passkeys: { select: { name: true, backedUp: true, createdAt: true, lastUsedAt: true, suspendedAt: true } },
  notices: { select: { kind: true, path: true, createdAt: true, readAt: true } },
  noticePreferences: { select: { kind: true, email: true } },
  invitations: { select: { role: true, createdAt: true, acceptedAt: true, cancelledAt: true } },
  topUps: { select: { ...orderColumns, code: true } },
  bankClaims: {
    select: { ...orderColumns, status: true, transferredAt: true, reference: true, note: true, decision: true },
  },
  claimMessages: { select: { text: true, createdAt: true } },
  termsAcceptances: { select: { version: true, acceptedAt: true } },
  dataRequests: {
    select: {
      kind: true,
      text: true,
      createdAt: true,
      doneDueAt: true,
      answer: true,
      answeredAt: true,
      closedAt: true,
    },
  },
} as const;
