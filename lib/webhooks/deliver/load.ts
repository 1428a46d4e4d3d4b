import "server-only";
import DataLoader from "dataloader";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";

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
  ratePerSecond: number | null;
  /** Whether what a finished job made is sent too. */
  hasContent: boolean;
  headerName: string | null;
  encryptedHeaderValue: string | null;
  isDeleted: boolean;
  /** Paused by a member or disabled by us. */
  isResting: boolean;
  /** The business is archived, or an operator suspended it. */
  isBusinessResting: boolean;
  /** Its endpoint, or all deliveries, are not attempted now. */
  isPaused: boolean;
  /** Those that have not expired, the newest first. */
  secrets: { id: string; encrypted: string }[];
};

const load = `
  SELECT d.id AS "deliveryId", d.message_id AS "messageId", d.state, d.is_test AS "isTest", d.attempts,
    e.id AS event, d.event_id AS "eventId", d.event_type AS "eventType", e.created_at AS "eventCreatedAt",
    e.schema_version AS "schemaVersion", e.sequence, e.livemode, e.payload, d.business_id AS "businessId", p.id AS "endpointId",
    p.url, p.rate_per_second AS "ratePerSecond", p.has_content AS "hasContent", p.header_name AS "headerName",
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

const loader = new DataLoader<string, Task | null>(
  async (ids) => {
    const tasks = await sql<Task>("load-deliveries", load, [ids, clock.now()]);
    const byId = new Map(tasks.map((task) => [task.deliveryId, task]));
    return ids.map((id) => byId.get(id) ?? null);
  },
  { cache: false, maxBatchSize: 200 },
);

/** One statement for all deliveries that are begun at once. Null if it was deleted. */
export const loadTask = (deliveryId: string): Promise<Task | null> => loader.load(deliveryId);
