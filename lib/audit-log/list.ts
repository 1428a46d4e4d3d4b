import "server-only";
import { type Member, requirePermission } from "@/lib/businesses/member";
import { days } from "@/lib/clock";
import { db } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import type { AuditEventGetPayload, AuditEventWhereInput } from "@/prisma/generated/models";
import type { AuditFilter } from "./schema";

const summary = {
  sequence: true,
  at: true,
  actorId: true,
  action: true,
  subject: true,
  before: true,
  after: true,
  ip: true,
  userAgent: true,
  digest: true,
} as const;

export type AuditEntry = AuditEventGetPayload<{ select: typeof summary }>;

/** `next` is the cursor of the following page; null on the last one. */
export type AuditPage = { entries: AuditEntry[]; next: string | null };

/** The business's log that `filter` leaves, newest first. Throws INVALID_REQUEST when `cursor` is not one we gave. */
export async function listAudit(
  member: Member,
  { cursor, limit = 30, filter = {} }: { cursor?: string | null; limit?: number; filter?: AuditFilter } = {},
): Promise<AuditPage> {
  requirePermission(member, "audit:read");
  const before = cursor ? { sequence: { lt: fromCursor(cursor) } } : {};
  const rows = await db.auditEvent.findMany({
    where: { businessId: member.businessId, ...matching(filter), ...before },
    orderBy: { sequence: "desc" },
    select: summary,
    take: limit + 1,
  });
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: rows.length > limit && last ? String(last.sequence) : null };
}

function fromCursor(cursor: string): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw new Refusal("INVALID_REQUEST", { param: "cursor" });
  return BigInt(cursor);
}

const matching = ({ action, person, from, to }: AuditFilter): AuditEventWhereInput => ({
  action,
  actorId: person,
  at: { gte: from && startOf(from), lt: to && new Date(startOf(to).getTime() + days(1)) },
});

const startOf = (day: string) => new Date(`${day}T00:00:00+07:00`);
