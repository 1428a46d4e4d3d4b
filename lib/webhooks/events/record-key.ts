import "server-only";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { type EventType, type Payload, schemaVersion } from "./schema";

type KeyEvent = Extract<EventType, `key.${string}`>;

/**
 * Writes the event of a key if its business subscribes to the type. Runs in the transaction of the change, which has
 * locked the key's row, so that events are numbered in the order of changes.
 */
export async function recordKeyEvent<Type extends KeyEvent>(
  tx: Transaction,
  businessId: string,
  type: Type,
  payload: Payload<Type>,
): Promise<void> {
  await tx.$executeRaw`
    WITH numbered AS (
      UPDATE api_keys SET event_sequence = event_sequence + 1
      WHERE id = ${payload.keyId} AND business_id = ${businessId}
        AND EXISTS (SELECT FROM event_subscriptions WHERE business_id = ${businessId} AND type = ${type})
      RETURNING event_sequence
    )
    INSERT INTO events (id, business_id, type, schema_version, object_id, sequence, payload, created_at)
    SELECT ${newId("event")}, ${businessId}, ${type}, ${schemaVersion}, ${payload.keyId}, event_sequence,
      ${JSON.stringify(payload)}::jsonb, ${clock.now()}
    FROM numbered`;
}
