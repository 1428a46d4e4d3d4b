import "server-only";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import type { Task } from "./load";

// The message first, as everything that writes both does.
const end = `
  WITH message AS (
    DELETE FROM outbox_messages WHERE id = $2 RETURNING id
  )
  UPDATE webhook_deliveries SET state = $3, next_attempt_at = NULL,
    finished_at = CASE WHEN $3 <> 'held' THEN $4::timestamptz END
  WHERE id = $1 AND message_id = $2 AND state = 'waiting' AND (SELECT count(*) FROM message) >= 0`;

/** Ends a delivery without an attempt: `held` can be replayed. */
export async function endWithoutAttempt(
  { deliveryId, messageId }: Pick<Task, "deliveryId" | "messageId">,
  state: "held" | "canceled" | "failed",
): Promise<void> {
  await sql("end-delivery", end, [deliveryId, messageId, state, clock.now()]);
}

/** Deletes the message of a delivery that was canceled, replayed or deleted meanwhile. */
export const dropMessage = (messageId: string) =>
  sql("drop-webhook-message", "DELETE FROM outbox_messages WHERE id = $1", [messageId]);

const postpone = `UPDATE outbox_messages SET attempts = attempts + 1, due_at = $2::timestamptz, last_error = $3 WHERE id = $1`;

/** After an error of ours, such as a secret that cannot be decrypted: counts as an attempt, which is not in the log. */
export const postponeMessage = (messageId: string, dueAt: Date, reason: string) =>
  sql("postpone-webhook-message", postpone, [messageId, dueAt, reason.slice(0, 500)]);

/** Why a delivery is not attempted now: its event or endpoint is gone, or its endpoint or business rests. */
export function restOf({ event, isDeleted, isResting, isBusinessResting, isTest }: Task): "held" | "canceled" | null {
  if (isDeleted || event === null) return "canceled";
  return isBusinessResting || (isResting && !isTest) ? "held" : null;
}
