import "server-only";
import { queueOf, wakeChannel } from "@/lib/access/events/queue";
import { clock, days } from "@/lib/platform/clock";
import type { Sql, Transaction } from "@/lib/platform/db";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import type { CallbackEcho } from "./finished-job";
import { type EventType, expandTypes, type Payload, schemaVersion } from "./schema";

export type NewEvent<Type extends EventType = EventType> = {
  businessId: string;
  type: Type;
  /** What it is about; null if the event is about nothing else. */
  objectId: string | null;
  /** Of the object. */
  sequence: number;
  payload: Payload<Type>;
  /** Whose workers deliver it: for a job its own, else this process's. */
  region?: string;
  /** False for what a test key did. */
  livemode?: boolean;
};

/** An endpoint that receives a type of event. One that is paused or disabled keeps what it would have received. */
export type Subscriber = {
  id: string;
  businessId: string;
  eventTypes: readonly string[];
  /** If any, of events about API keys only those about these. */
  keyIds?: readonly string[];
  isActive: boolean;
  /** Whether it sends the events of jobs to the URLs that came with them. It subscribes to nothing. */
  isCallbacks?: boolean;
  /** Of one that receives the events of one object alone. */
  objectId?: string;
  /** Where this event goes instead of the endpoint's URL. */
  url?: string;
  echo?: CallbackEcho;
};

const find = `
  SELECT id, business_id AS "businessId", event_types AS "eventTypes", key_ids AS "keyIds",
    paused_at IS NULL AND disabled_at IS NULL AS "isActive", is_callbacks AS "isCallbacks"
  FROM webhook_endpoints WHERE business_id = ANY($1::text[]) AND deleted_at IS NULL`;

export async function findSubscribers(sql: Sql, businessIds: readonly string[]): Promise<Subscriber[]> {
  const rows = await sql<Subscriber>("webhook-subscribers", find, [businessIds]);
  return rows.map((row) => ({ ...row, eventTypes: expandTypes(row.eventTypes) }));
}

/** What sends the event of a job to the URL that came with it: its business's endpoint for callbacks. */
export const callbacksOf = (
  subscribers: readonly Subscriber[],
  { businessId, type, objectId }: NewEvent,
  { url, echo }: { url: string | null; echo?: CallbackEcho | null },
): Subscriber[] =>
  url === null || objectId === null
    ? []
    : subscribers
        .filter((one) => one.isCallbacks && one.businessId === businessId)
        .map((one) => ({ ...one, eventTypes: [type], objectId, url, ...(echo && { echo }) }));

const write = `
  WITH written AS (
    INSERT INTO events (id, business_id, type, schema_version, object_id, sequence, payload, livemode, created_at, is_test)
    SELECT id, business_id, type, ${schemaVersion}, object_id, sequence, payload, livemode AND NOT $4::boolean,
      $3::timestamptz, $4::boolean
    FROM json_to_recordset($1::json) AS event
      (id text, business_id text, type text, object_id text, sequence integer, payload jsonb, livemode boolean)
  ), deliveries AS (
    INSERT INTO webhook_deliveries
      (id, event_id, endpoint_id, business_id, event_type, object_id, url, echo, region, state, is_test, message_id, created_at,
       next_attempt_at)
    SELECT id, event_id, endpoint_id, business_id, event_type, object_id, url, echo, region,
      CASE WHEN message_id IS NULL THEN 'held' ELSE 'waiting' END, $4::boolean, message_id, $3::timestamptz,
      CASE WHEN message_id IS NOT NULL THEN $3::timestamptz END
    FROM json_to_recordset($2::json) AS delivery
      (id text, event_id text, endpoint_id text, business_id text, event_type text, object_id text, url text,
       echo jsonb, region text, message_id text)
  ), messages AS (
    INSERT INTO outbox_messages (id, kind, target, payload, due_at, created_at)
    SELECT message_id, queue, target, json_build_object('deliveryId', id)::text, $3::timestamptz, $3::timestamptz
    FROM json_to_recordset($2::json) AS delivery (id text, target text, message_id text, queue text)
    WHERE message_id IS NOT NULL RETURNING kind
  )
  SELECT pg_notify('${wakeChannel}', kind)::text FROM (SELECT DISTINCT kind FROM messages) queues`;

type Options = { isTest?: boolean };

/** In the transaction of what happened. What no endpoint receives can be sent later. Returns the deliveries' ids. */
export async function writeEvents(
  sql: Sql,
  events: readonly NewEvent[],
  subscribers: readonly Subscriber[],
  { isTest = false }: Options = {},
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => ({ id: newId("event"), ...event }));
  const deliveries = rows.flatMap((event) =>
    subscribers.filter((one) => receives(one, event)).map((endpoint) => deliveryOf(event, endpoint, isTest)),
  );
  const values = [JSON.stringify(rows.map(rowOf)), JSON.stringify(deliveries), clock.now(), isTest];
  await sql("write-events", write, values);
  return deliveries.map(({ id }) => id);
}

function receives({ businessId, eventTypes, keyIds = [], objectId }: Subscriber, event: NewEvent): boolean {
  const keyId = "keyId" in event.payload ? event.payload.keyId : undefined;
  const isOfKey = keyIds.length === 0 || keyId === undefined || keyIds.includes(keyId);
  const isOfObject = objectId === undefined || objectId === event.objectId;
  return businessId === event.businessId && eventTypes.includes(event.type) && isOfKey && isOfObject;
}

type Identified = NewEvent & { id: string };

const rowOf = ({ id, businessId, type, objectId, sequence, payload, livemode = true }: Identified) => ({
  id,
  type,
  sequence,
  payload,
  livemode,
  business_id: businessId,
  object_id: objectId ?? id,
});

function deliveryOf(event: Identified, { id: endpointId, isActive, url, echo }: Subscriber, isTest: boolean) {
  const region = event.region ?? env.VANG_REGION;
  return {
    id: newId("delivery"),
    event_id: event.id,
    endpoint_id: endpointId,
    business_id: event.businessId,
    event_type: event.type,
    object_id: event.objectId ?? event.id,
    region,
    url,
    echo,
    queue: queueOf(region),
    // Each host of callbacks has a target of its own, so that a dead one holds up no other, and so do tests: they wait
    // for nothing, least of all while an endpoint fails.
    target: url ? `${endpointId} ${new URL(url).host}` : isTest ? `${endpointId} test` : endpointId,
    // A test also goes to an endpoint that is paused or disabled, to find out whether it works again.
    message_id: isActive || isTest ? newId("outbox") : null,
  };
}

/** The statements of a Prisma transaction. */
export const sqlOf =
  (tx: Pick<Transaction, "$queryRawUnsafe">): Sql =>
  (_, text, values) =>
    tx.$queryRawUnsafe(text, ...values);

const keptMs = days(30);

const sweep = `DELETE FROM events WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM events WHERE created_at <= $1 ORDER BY created_at LIMIT 1000)) RETURNING 1 AS gone`;

/** Deletes up to 1,000 events older than 30 days and returns how many. */
export async function sweepEvents(): Promise<number> {
  return (await sql("sweep-events", sweep, [new Date(+clock.now() - keptMs)])).length;
}
