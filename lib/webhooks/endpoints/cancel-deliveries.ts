import "server-only";
import { clock } from "@/lib/platform/clock";
import { type Sql, sql, transaction } from "@/lib/platform/db";

/** As many as a change of an endpoint ends at once; the worker ends what is left. */
const batch = 5000;

type Wanted = { isKept: boolean };

// Tests are sent to paused and disabled endpoints too.
const cancel = `
  WITH chosen AS MATERIALIZED (
    SELECT d.id, d.message_id FROM webhook_deliveries d
    WHERE d.endpoint_id = $1 AND (d.state = 'waiting' OR (d.state = 'held' AND NOT $2::boolean)) AND NOT ($2 AND d.is_test)
    ORDER BY d.created_at, d.id LIMIT ${batch}
  ), messages AS (
    DELETE FROM outbox_messages WHERE id IN (SELECT message_id FROM chosen) RETURNING id
  )
  UPDATE webhook_deliveries d SET state = CASE WHEN $2 THEN 'held' ELSE 'canceled' END, message_id = NULL,
    next_attempt_at = NULL, finished_at = CASE WHEN NOT $2 THEN $3::timestamptz END
  FROM chosen WHERE d.id = chosen.id AND d.state IN ('waiting', 'held')
    AND (SELECT count(*) FROM messages) >= 0 RETURNING 1`;

/** The caller has locked the endpoint. A running delivery finds its message gone. `isKept`: they can be replayed. */
export async function cancelDeliveries(run: Sql, endpointId: string, { isKept }: Wanted): Promise<number> {
  return (await run(undefined, cancel, [endpointId, isKept, clock.now()])).length;
}

const resting = `
  SELECT id FROM webhook_endpoints p
  WHERE p.deleted_at IS NOT NULL
      AND EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = p.id AND state IN ('waiting', 'held'))
    OR (p.paused_at IS NOT NULL OR p.disabled_at IS NOT NULL)
      AND EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = p.id AND state = 'waiting' AND NOT is_test)`;

const lock = `
  SELECT deleted_at IS NULL AS "isKept" FROM webhook_endpoints
  WHERE id = $1 AND (deleted_at IS NOT NULL OR paused_at IS NOT NULL OR disabled_at IS NOT NULL) FOR NO KEY UPDATE`;

/** Ends the deliveries that a pause, disabling or deletion left waiting, in batches. */
export async function cancelRemaining(): Promise<void> {
  for (const { id } of await sql<{ id: string }>("resting-endpoints", resting, [])) {
    const next = () =>
      transaction(async (run) => {
        const [endpoint] = await run<Wanted>("lock-resting-endpoint", lock, [id]);
        return endpoint ? cancelDeliveries(run, id, endpoint) : 0;
      });
    while ((await next()) > 0);
  }
}
