import "server-only";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { type EventType, type Payload, schemaVersion } from "./schema";

type CreditEvent = Extract<EventType, "topup.credited" | "credit.low">;

/**
 * Writes an event about a business's credit if the business subscribes to the type, in the transaction of what happened.
 * `objectId`: the payment, or for a warning null, since each is its own object.
 */
export async function recordCreditEvent<Type extends CreditEvent>(
  tx: Transaction,
  businessId: string,
  type: Type,
  { objectId, payload }: { objectId: string | null; payload: Payload<Type> },
): Promise<void> {
  const id = newId("event");
  await tx.$executeRaw`
    INSERT INTO events (id, business_id, type, schema_version, object_id, sequence, payload, created_at)
    SELECT ${id}, ${businessId}, ${type}, ${schemaVersion}, ${objectId ?? id}, 1, ${JSON.stringify(payload)}::jsonb,
      ${clock.now()}
    WHERE EXISTS (SELECT FROM event_subscriptions WHERE business_id = ${businessId} AND type = ${type})`;
}
