import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import type { AuditEntry } from "./list";

/** Display names for the ids in a log. People and keys that no longer exist are missing. */
export type Names = ReadonlyMap<string, string>;

export const namedId = /(?:usr|key|whk)_[0-9a-v]{26}/g;

/** The names of all people, keys and endpoints in these entries of the member's own business. */
export async function loadNames(member: Member, entries: readonly AuditEntry[]): Promise<Names> {
  requirePermission(member, "audit:read");
  const named = entries.map(({ actorId, subject, before, after }) => [actorId, subject, before, after]);
  const ids = [...new Set(JSON.stringify(named).match(namedId))];
  const [people, keys, endpoints] = await Promise.all([
    db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
    db.apiKey.findMany({
      where: { id: { in: ids }, businessId: member.businessId },
      select: { id: true, name: true, hint: true },
    }),
    db.webhookEndpoint.findMany({
      where: { id: { in: ids }, businessId: member.businessId },
      select: { id: true, url: true },
    }),
  ]);
  return new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    ...keys.map(({ id, name, hint }) => [id, `${name} …${hint}`] as const),
    ...endpoints.map(({ id, url }) => [id, new URL(url).host] as const),
  ]);
}

/** Everyone who did something in the business, former members included. For the filter. */
export async function listActors(member: Member): Promise<{ value: string; label: string }[]> {
  requirePermission(member, "audit:read");
  const { businessId } = member;
  const people = await db.$queryRaw<{ value: string; label: string }[]>`
    SELECT u.id AS value, u.name AS label FROM users u
    WHERE EXISTS (SELECT FROM audit_events WHERE business_id = ${businessId} AND actor_id = u.id)
    ORDER BY u.name, u.id LIMIT 200`;
  return people;
}
