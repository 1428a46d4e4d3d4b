import "server-only";
import { clock } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";

/** Businesses are divided into as many slots, each held by one worker. */
export const slotCount = 64;

/** Deliveries of one endpoint that a worker keeps in memory. */
export const fetched = 64;

export type Due = {
  messageId: string;
  payload: string;
  /** That were made already. */
  attempts: number;
  /** The endpoint's id; for a test with " test" behind it, since tests wait for nothing. */
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
const find = `
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
  run<Due>("find-due-webhooks", find, [queue, clock.now(), slots, without, inFlight]);
