import "server-only";
import { clock } from "@/lib/clock";
import { sql } from "@/lib/db";
import type { Task } from "./load";

const end = `
  UPDATE webhook_deliveries SET state = $3, next_attempt_at = NULL,
    finished_at = CASE WHEN $3 <> 'held' THEN $4::timestamptz END
  WHERE id = $1 AND message_id = $2 AND state = 'waiting'`;

/** Ends a delivery without an attempt: `held` can be replayed. */
export async function endWithoutAttempt(
  { deliveryId, messageId }: Pick<Task, "deliveryId" | "messageId">,
  state: "held" | "canceled" | "failed",
): Promise<void> {
  await sql("end-delivery", end, [deliveryId, messageId, state, clock.now()]);
}

/** Why a delivery is not attempted now: its event or endpoint is gone, or its endpoint or business rests. */
export function restOf({ event, isDeleted, isResting, isBusinessResting, isTest }: Task): "held" | "canceled" | null {
  if (isDeleted || event === null) return "canceled";
  return isBusinessResting || (isResting && !isTest) ? "held" : null;
}
