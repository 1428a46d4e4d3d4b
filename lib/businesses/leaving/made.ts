import "server-only";
import type { Change } from "@/lib/access/audit/record";
import type { InBusiness, Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { endOld } from "@/lib/keys/rotate";
import { endKey } from "@/lib/keys/service";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { endEndpoint } from "@/lib/webhooks/endpoints/lifecycle";
import type { Made, MadeKey } from "./schema";

const nothing: Made = { keys: [], endpoints: [] };

/** What each member made, by their id; for a role that does not manage members, only their own part. */
export async function listMade(member: Member): Promise<Record<string, Made>> {
  const made = await readMade(db, member.businessId);
  return can(member.role, "members:write") ? made : { [member.userId]: made[member.userId] ?? nothing };
}

/** The same for one person, in the transaction that changes what they may do. */
export async function findMade(tx: Transaction, businessId: string, userId: string): Promise<Made> {
  return (await readMade(tx, businessId))[userId] ?? nothing;
}

/** Ends those of `made` in `ends`; ignores other ids. Returns what the audit log records. Throws FORBIDDEN. */
export async function endMade(
  tx: Transaction,
  by: InBusiness,
  made: Made,
  ends: readonly string[],
): Promise<{ changes: Change[]; lists: Record<string, string[]> }> {
  const isEnded = ({ id }: { id: string }) => ends.includes(id);
  const changes: Change[] = [];
  for (const { id, oldOf } of made.keys.filter(isEnded))
    changes.push(oldOf ? await endOld(tx, by, oldOf) : await endKey(tx, by, id));
  for (const { id } of made.endpoints.filter(isEnded)) changes.push(await endEndpoint(tx, by, id));
  const nameOf = ({ name, hint }: MadeKey) => `${name} …${hint}`;
  const lists = {
    endedKeys: made.keys.filter(isEnded).map(nameOf),
    keptKeys: made.keys.filter((key) => !isEnded(key)).map(nameOf),
    endedEndpoints: made.endpoints.filter(isEnded).map(({ host }) => host),
    keptEndpoints: made.endpoints.filter((endpoint) => !isEnded(endpoint)).map(({ host }) => host),
  };
  return { changes, lists: Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0)) };
}

async function readMade(tx: Transaction, businessId: string): Promise<Record<string, Made>> {
  const made: Record<string, Made> = {};
  const of = (userId: string) => {
    made[userId] ??= { keys: [], endpoints: [] };
    return made[userId];
  };
  const secrets = await listSecrets(tx, businessId);
  const people = secrets.some(({ holderId }) => isKey(holderId)) ? await readPeople(tx, businessId) : new Map();
  for (const { holderId, ...key } of secrets)
    for (const userId of people.get(holderId) ?? [holderId]) of(userId).keys.push(key);
  type Row = { id: string; url: string; peopleIds: string[] };
  for (const { id, url, peopleIds } of await tx.$queryRawUnsafe<Row[]>(endpointsWithActors, businessId))
    for (const userId of peopleIds) of(userId).endpoints.push({ id, host: new URL(url).host });
  return made;
}

const isKey = (id: string) => id.startsWith("key_");

/** Of each key those who have known its secret, and so can have read what it made. */
async function readPeople(tx: Transaction, businessId: string): Promise<Map<string, string[]>> {
  type Row = { keyId: string; peopleIds: string[] };
  const rows = await tx.$queryRawUnsafe<Row[]>(
    `WITH RECURSIVE ${holders} SELECT key_id AS "keyId", array_agg(DISTINCT user_id) AS "peopleIds" FROM known
      WHERE user_id LIKE 'usr\\_%' GROUP BY key_id`,
    businessId,
  );
  return new Map(rows.map(({ keyId, peopleIds }) => [keyId, peopleIds]));
}

/** The secrets that work, each with the person, or the key, that received it. Who holds the current one can end the old one with it. */
async function listSecrets(tx: Transaction, businessId: string): Promise<(MadeKey & { holderId: string })[]> {
  const works = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] };
  const holder = { createdById: true, secretIssuedById: true } as const;
  const rows = await tx.apiKey.findMany({
    where: { businessId, ...works, AND: { OR: [{ kind: "standard" }, { kind: "rotated", replacedBy: works }] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, hint: true, ...holder, replacedById: true, replacedBy: { select: holder } },
  });
  return rows.flatMap(({ id, name, hint, replacedById: oldOf, replacedBy, createdById, secretIssuedById }) => {
    // Secrets that the previous release rotated out do not say who knows them.
    const holderId = secretIssuedById ?? createdById ?? replacedBy?.createdById;
    const isListed = holderId && holderId !== (replacedBy?.secretIssuedById ?? replacedBy?.createdById);
    return isListed ? [{ id, name, hint, oldOf, holderId }] : [];
  });
}

// By key, all who have known its secret, also ended ones: a key's secret is known to those who know the key that made it.
const holders = `
  holders AS (
    SELECT id AS key_id, unnest(ARRAY[created_by_id, secret_issued_by_id]) AS user_id FROM api_keys
      WHERE business_id = $1 AND kind <> 'playground'
    UNION
    SELECT subject, actor_id FROM audit_events WHERE business_id = $1 AND action IN ('key.created', 'key.rotated')
  ), known AS (
    SELECT key_id, user_id FROM holders WHERE user_id IS NOT NULL
    UNION SELECT known.key_id, holders.user_id FROM known JOIN holders ON holders.key_id = known.user_id
    WHERE holders.user_id IS NOT NULL
  )`;

// Endpoints by who made them or last chose their URL, without the one for callbacks, which no one made.
const endpointsWithActors = `
  WITH RECURSIVE actors AS (
    SELECT id, url, created_by_id AS actor_id FROM webhook_endpoints
    WHERE business_id = $1 AND deleted_at IS NULL AND NOT is_callbacks
    UNION
    SELECT id, url, editor.actor_id FROM webhook_endpoints CROSS JOIN LATERAL (
      SELECT actor_id FROM audit_events WHERE business_id = $1 AND action = 'webhook.edited' AND subject = id
        AND after->>'endpointUrl' IS NOT NULL ORDER BY sequence DESC LIMIT 1
    ) editor WHERE business_id = $1 AND deleted_at IS NULL AND NOT is_callbacks
  ), ${holders}
  SELECT id, url, array_agg(DISTINCT coalesce(user_id, actor_id)) AS "peopleIds"
  FROM actors LEFT JOIN known ON key_id = actor_id GROUP BY id, url ORDER BY id`;
