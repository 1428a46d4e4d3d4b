import "server-only";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { type Member, requirePermission } from "@/lib/principals/member";

/** What a member made that goes on working without them: keys whose secret they know, and webhook endpoints. */
export type Made = { keys: { id: string; name: string; hint: string }[]; endpoints: { id: string; host: string }[] };

/** What each member made, by their id. Members who made nothing are missing. */
export async function listMade(member: Member): Promise<Record<string, Made>> {
  requirePermission(member, "members:write");
  return readMade(db, member.businessId);
}

/** The same for one person, in the transaction that removes them. */
export async function findMade(tx: Transaction, businessId: string, userId: string): Promise<Made> {
  return (await readMade(tx, businessId))[userId] ?? { keys: [], endpoints: [] };
}

async function readMade(tx: Transaction, businessId: string): Promise<Record<string, Made>> {
  const keys = await tx.apiKey.findMany({
    where: {
      businessId,
      kind: "standard",
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, hint: true, createdById: true, secretIssuedById: true },
  });
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { businessId, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, url: true, createdById: true },
  });
  const made: Record<string, Made> = {};
  const of = (userId: string) => {
    made[userId] ??= { keys: [], endpoints: [] };
    return made[userId];
  };
  const holders = new Map<string, string>();
  for (const { createdById, secretIssuedById, ...key } of keys) {
    const holder = secretIssuedById ?? createdById;
    if (!holder) continue;
    holders.set(key.id, holder);
    of(holder).keys.push(key);
  }
  // An endpoint that a key made counts as made by the member who knows that key.
  for (const { id, url, createdById } of endpoints)
    of(holders.get(createdById) ?? createdById).endpoints.push({ id, host: new URL(url).host });
  return made;
}

/** Names for the audit log, of those that end and those that stay. */
export function describeMade({ keys, endpoints }: Made, isEnded: (id: string) => boolean): Record<string, string[]> {
  const nameOf = ({ name, hint }: Made["keys"][number]) => `${name} …${hint}`;
  const lists = {
    endedKeys: keys.filter(({ id }) => isEnded(id)).map(nameOf),
    keptKeys: keys.filter(({ id }) => !isEnded(id)).map(nameOf),
    endedEndpoints: endpoints.filter(({ id }) => isEnded(id)).map(({ host }) => host),
    keptEndpoints: endpoints.filter(({ id }) => !isEnded(id)).map(({ host }) => host),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0));
}
