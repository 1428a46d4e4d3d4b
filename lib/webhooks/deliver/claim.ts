import "server-only";
import DataLoader from "dataloader";
import type { CallbackEcho } from "@/lib/access/events/finished-job";
import { clock } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";

/** Businesses are divided into as many slots, each held by one worker. */
export const slotCount = 64;

/** Deliveries of one endpoint that a worker keeps in memory. */
export const fetched = 64;

export type Due = {
  messageId: string;
  payload: string;
  /** How many attempts were made already. */
  attempts: number;
  /** The endpoint's id; for a test with " test" behind it, since tests wait for nothing, and for a callback its host. */
  target: string;
  businessId: string;
  slot: number;
  /** Its last attempt succeeded. */
  isHealthy: boolean;
  /** At most so many attempts at once, while it is tried again after a pause or keeps its order. */
  places: number | null;
};

// Steps from target to target, so that a target with a million due messages costs as much as one with a single message.
const next = (after: string) => `(
  SELECT target FROM outbox_messages
  WHERE kind = $1 AND state = 'waiting' AND due_at <= $2::timestamptz AND target > ${after} ORDER BY target LIMIT 1)`;

const slotOf = `hashtext(p.business_id) & ${slotCount - 1}`;

// Only the release before this one leases messages.
const findDueMessages = `
  WITH RECURSIVE targets AS (
    SELECT ${next("''")} AS target
    UNION ALL
    SELECT ${next("t.target")} FROM targets t WHERE t.target IS NOT NULL
  ), chosen AS MATERIALIZED (
    SELECT t.target, p.business_id, ${slotOf} AS slot, p.is_ordered AND t.target = p.id AS is_ordered, o.places,
      p.failures = 0 AND p.last_succeeded_at IS NOT NULL AS is_healthy
    FROM targets t JOIN webhook_endpoints p ON p.id = split_part(t.target, ' ', 1)
      LEFT JOIN outbox_pauses o ON o.kind = $1 AND o.target = t.target
    WHERE t.target <> ALL($4::text[]) AND ${slotOf} = ANY($3::int[]) AND (o.until IS NULL OR o.until <= $2::timestamptz)
      AND NOT EXISTS (SELECT FROM outbox_pauses WHERE kind = $1 AND target = '' AND until > $2::timestamptz)
  )
  SELECT m.*, c.target, c.business_id AS "businessId", c.slot, c.is_healthy AS "isHealthy",
    CASE WHEN c.is_ordered THEN 1 ELSE c.places END AS places
  FROM chosen c CROSS JOIN LATERAL (
    SELECT id AS "messageId", payload, attempts FROM outbox_messages
    WHERE kind = $1 AND state = 'waiting' AND target = c.target AND due_at <= $2::timestamptz AND id <> ALL($5::text[])
      AND (leased_until IS NULL OR leased_until <= now())
      AND (NOT c.is_ordered OR id = (
        SELECT d.message_id FROM webhook_deliveries d
        WHERE d.endpoint_id = c.target AND d.state = 'waiting' AND NOT d.is_test
        ORDER BY d.created_at, (SELECT sequence FROM events WHERE id = d.event_id), d.id LIMIT 1))
    ORDER BY due_at, id LIMIT CASE WHEN c.is_ordered THEN 1 ELSE least(c.places, ${fetched}) END
  ) m`;

export type Search = {
  queue: string;
  slots: readonly number[];
  /** Targets that get nothing more now. */
  without: readonly string[];
  inFlight: readonly string[];
};

/** The oldest due deliveries of each endpoint in these slots that is not paused. Writes nothing. */
export const findDue = (run: Sql, { queue, slots, without, inFlight }: Search): Promise<Due[]> =>
  run<Due>("find-due-webhooks", findDueMessages, [queue, clock.now(), slots, without, inFlight]);

/** A delivery with what its attempt needs. */
export type Task = {
  deliveryId: string;
  messageId: string | null;
  state: string;
  isTest: boolean;
  attempts: number;
  event: string | null;
  eventId: string;
  eventType: string;
  eventCreatedAt: Date | null;
  schemaVersion: number;
  sequence: number;
  livemode: boolean;
  payload: unknown;
  businessId: string;
  endpointId: string;
  url: string;
  /** Whether its URL came with a job: how its attempts end says nothing about the endpoint. */
  isCallback: boolean;
  echo: CallbackEcho | null;
  ratePerSecond: number | null;
  /** Whether what a finished job made is sent too. */
  hasContent: boolean;
  /** Whether that is to be kept nowhere. */
  keepsNothing?: boolean;
  headerName: string | null;
  encryptedHeaderValue: string | null;
  isDeleted: boolean;
  /** Paused by a member or disabled by us. */
  isResting: boolean;
  /** The business is archived, or an operator suspended it. */
  isBusinessResting: boolean;
  /** Its endpoint, or all deliveries, are not attempted now. */
  isPaused: boolean;
  /** The secrets that have not expired, the newest first. */
  secrets: { id: string; encrypted: string }[];
};

const loadDeliveries = `
  SELECT d.id AS "deliveryId", d.message_id AS "messageId", d.state, d.is_test AS "isTest", d.attempts,
    e.id AS event, d.event_id AS "eventId", d.event_type AS "eventType", e.created_at AS "eventCreatedAt",
    e.schema_version AS "schemaVersion", e.sequence, e.livemode, e.payload, d.business_id AS "businessId", p.id AS "endpointId",
    coalesce(d.url, p.url) AS url, d.url IS NOT NULL AS "isCallback", d.echo, p.rate_per_second AS "ratePerSecond", p.has_content AS "hasContent", p.header_name AS "headerName",
    p.encrypted_header_value AS "encryptedHeaderValue", p.deleted_at IS NOT NULL AS "isDeleted",
    p.paused_at IS NOT NULL OR p.disabled_at IS NOT NULL AS "isResting",
    b.archived_at IS NOT NULL OR (b.suspended_at IS NOT NULL AND b.suspended_for IS DISTINCT FROM 'receivable')
      AS "isBusinessResting",
    EXISTS (SELECT FROM outbox_pauses o WHERE o.kind = 'webhooks ' || d.region AND o.until > $2::timestamptz
      AND o.target IN ('', CASE WHEN NOT d.is_test THEN p.id ELSE '' END)) AS "isPaused",
    ARRAY(SELECT json_build_object('id', s.id, 'encrypted', s.encrypted_secret) FROM webhook_secrets s
      WHERE s.endpoint_id = p.id AND (s.expires_at IS NULL OR s.expires_at > $2::timestamptz)
      ORDER BY s.expires_at DESC NULLS FIRST, s.id) AS secrets
  FROM webhook_deliveries d JOIN webhook_endpoints p ON p.id = d.endpoint_id
    JOIN businesses b ON b.id = d.business_id LEFT JOIN events e ON e.id = d.event_id
  WHERE d.id = ANY($1::text[])`;

const tasks = new DataLoader<string, Task | null>(
  async (ids) => {
    const found = await sql<Task>("load-deliveries", loadDeliveries, [ids, clock.now()]);
    const byId = new Map(found.map((task) => [task.deliveryId, task]));
    return ids.map((id) => byId.get(id) ?? null);
  },
  { cache: false, maxBatchSize: 200 },
);

/** One statement for all deliveries that are begun at once. Null if it was deleted. */
export const loadTask = (deliveryId: string): Promise<Task | null> => tasks.load(deliveryId);

/** Why a delivery is not attempted now: its event or endpoint is gone, or its endpoint or business rests. */
export function restingState({
  event,
  isDeleted,
  isResting,
  isBusinessResting,
  isTest,
}: Task): "held" | "canceled" | null {
  if (isDeleted || event === null) return "canceled";
  return isBusinessResting || (isResting && !isTest) ? "held" : null;
}
