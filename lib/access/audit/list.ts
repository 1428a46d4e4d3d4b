import "server-only";
import type { RecordedDetails } from "@/lib/access/audit/details";
import { requireRight } from "@/lib/access/principals/authorize";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { maskEmail, maskFields, maskIp } from "@/lib/platform/mask";
import { type NamedAgent, nameAgent } from "@/lib/platform/net/user-agent";
import type { Prisma } from "@/prisma/generated/client";
import type { AuditEventGetPayload } from "@/prisma/generated/models";
import type { AuditFilter } from "./schema";

const entryColumns = {
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
  format: true,
} as const;

type Row = AuditEventGetPayload<{ select: typeof entryColumns }>;

/** An entry as its reader is allowed to see it, with the details still stored. */
export type AuditEntry = Omit<Row, "format"> & {
  /** The browser, also where the user agent itself is not shown. */
  agent: NamedAgent;
};

/** `next` is the cursor of the following page; null on the last one. */
export type AuditPage = { entries: AuditEntry[]; next: string | null };

export type AuditQuery = { cursor?: string | null; limit?: number; filter?: ChainFilter };
type ChainFilter = Omit<AuditFilter, "action"> & { action?: string };

/** The business's entries that match `filter`, newest first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listAudit(by: Member | Caller, query?: AuditQuery): Promise<AuditPage> {
  requireRight(by, "audit:read", "audit:read");
  return listChain(by.businessId, query);
}

/** The entries of one log, for a caller that checked who may read it. Throws INVALID_REQUEST for an invalid cursor. */
export async function listChain(
  businessId: string,
  { cursor, limit = 30, filter = {} }: AuditQuery = {},
): Promise<AuditPage> {
  if (cursor && !/^\d{1,18}$/.test(cursor)) throw new AppError("INVALID_REQUEST", { param: "cursor" });
  const { action, person, from, to } = filter;
  const rows = await db.auditEvent.findMany({
    where: {
      businessId,
      action,
      actorId: person?.startsWith("sva_") ? { in: await listKeysOf(businessId, person) } : person,
      at: { gte: from && startOf(from), lt: to && new Date(+startOf(to) + days(1)) },
      ...(cursor && { sequence: { lt: BigInt(cursor) } }),
    },
    orderBy: { sequence: "desc" },
    select: entryColumns,
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const stored = await db.auditDetail.findMany({
    where: { businessId, sequence: { in: shown.map(({ sequence }) => sequence) } },
    select: { sequence: true, ip: true, userAgent: true, said: true },
  });
  const details = new Map(stored.map((row) => [row.sequence, row]));
  return {
    entries: shown.map(({ format, ...row }) => (format === 1 ? masked(row) : complete(row, details.get(row.sequence)))),
    next: rows.length > limit && last ? String(last.sequence) : null,
  };
}

/** What a service account did is recorded under its keys. */
async function listKeysOf(businessId: string, serviceAccountId: string): Promise<string[]> {
  const keys = await db.apiKey.findMany({ where: { businessId, serviceAccountId }, select: { id: true } });
  return keys.map(({ id }) => id);
}

type Stored = Omit<Row, "format">;

/** Nothing can be removed from an entry of format 1, so personal data in it is masked. */
const masked = ({ subject, before, after, ip, userAgent, ...row }: Stored): AuditEntry => ({
  ...row,
  subject: subject && maskEmail(subject),
  before: maskFields(before),
  after: maskFields(after),
  ip: ip && maskIp(ip),
  userAgent: null,
  agent: nameAgent(userAgent),
});

type Kept = { ip: string | null; userAgent: string | null; said: Prisma.JsonValue };

function complete(row: Stored, { ip, userAgent, said }: Kept = { ip: null, userAgent: null, said: null }): AuditEntry {
  const { subject = row.subject, before, after } = (said ?? {}) as RecordedDetails;
  const sides = { before: merge(row.before, before), after: merge(row.after, after) };
  return { ...row, subject, ...sides, ip, userAgent, agent: nameAgent(userAgent) };
}

const merge = (state: Prisma.JsonValue, fields?: RecordedDetails["before"]): Prisma.JsonValue =>
  fields ? { ...(state as Prisma.JsonObject), ...fields } : state;

/** The start of a day in Vietnam. */
const startOf = (day: string) => new Date(`${day}T00:00:00+07:00`);
