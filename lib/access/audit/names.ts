import "server-only";
import { requireRight } from "@/lib/access/principals/authorize";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import type { AuditEntry } from "./list";

/** Display names for the ids in a log. People and keys that no longer exist are missing. */
export type Names = ReadonlyMap<string, string>;

export const namedId = /(?:usr|key|whk|sva)_[0-9a-v]{26}/g;

/** The names of all people, keys, service accounts and endpoints in these entries of the own business. */
export async function loadNames(by: Member | Caller, entries: readonly AuditEntry[]): Promise<Names> {
  requireRight(by, "audit:read", "audit:read");
  const { businessId } = by;
  const named = entries.map(({ actorId, subject, before, after }) => [actorId, subject, before, after]);
  const ids = [...new Set(JSON.stringify(named).match(namedId))];
  const [people, keys, accounts, endpoints] = await Promise.all([
    db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
    db.apiKey.findMany({
      where: { id: { in: ids }, businessId },
      select: { id: true, name: true, hint: true, serviceAccount: { select: { name: true } } },
    }),
    db.serviceAccount.findMany({ where: { id: { in: ids }, businessId }, select: { id: true, name: true } }),
    db.webhookEndpoint.findMany({
      where: { id: { in: ids }, businessId },
      select: { id: true, url: true },
    }),
  ]);
  return new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    ...keys.map(({ id, name, hint, serviceAccount: account }) => {
      return [id, `${account ? `${account.name} · ` : ""}${name} …${hint}`] as const;
    }),
    ...accounts.map(({ id, name }) => [id, name] as const),
    ...endpoints.map(({ id, url }) => [id, new URL(url).host] as const),
  ]);
}

/** Everyone who did something in the business, former members and service accounts included. For the filter. */
export async function listActors(member: Member): Promise<{ value: string; label: string }[]> {
  requirePermission(member, "audit:read");
  const { businessId } = member;
  const people = await db.$queryRaw<{ value: string; label: string }[]>`
    SELECT u.id AS value, u.name AS label FROM users u
    WHERE EXISTS (SELECT FROM audit_events WHERE business_id = ${businessId} AND actor_id = u.id)
    ORDER BY u.name, u.id LIMIT 200`;
  const accounts = await db.$queryRaw<{ value: string; label: string }[]>`
    SELECT s.id AS value, s.name AS label FROM service_accounts s
    WHERE s.business_id = ${businessId} AND EXISTS (SELECT FROM audit_events e JOIN api_keys k ON k.id = e.actor_id
      WHERE e.business_id = ${businessId} AND k.service_account_id = s.id)
    ORDER BY s.name, s.id LIMIT 200`;
  return [...people, ...accounts];
}
