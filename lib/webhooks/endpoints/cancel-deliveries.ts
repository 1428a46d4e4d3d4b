import "server-only";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";

/**
 * Ends what waits for an endpoint, in one statement with its outbox messages. A delivery that is running finds its
 * message gone. `isKept`: deliveries other than tests stay, and can be replayed.
 */
export async function cancelDeliveries(tx: Transaction, endpointId: string, { isKept }: { isKept: boolean }) {
  await tx.$executeRaw`
    WITH messages AS (
      DELETE FROM outbox_messages WHERE id IN (
        SELECT message_id FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND state = 'waiting')
    )
    UPDATE webhook_deliveries
    SET state = CASE WHEN ${isKept} AND NOT is_test THEN 'held' ELSE 'canceled' END, message_id = NULL,
      next_attempt_at = NULL, finished_at = CASE WHEN NOT ${isKept} OR is_test THEN ${clock.now()}::timestamptz END
    WHERE endpoint_id = ${endpointId} AND (state = 'waiting' OR (state = 'held' AND NOT ${isKept}))`;
}
