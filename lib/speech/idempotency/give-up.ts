import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import type { Call } from "../call";
import type { WantedRun } from "./schema";

const endKey = `UPDATE idempotency_records SET expires_at = $4
  WHERE business_id = $1 AND service = $2::"Service" AND key = $3 AND finished IS NULL AND expires_at > $4`;

/**
 * Ends the Idempotency-Key of a run of the playground before its time: its result is not wanted, so its engine
 * stops once the page closes the stream, and what was made by then is charged. A finished run stays. Throws FORBIDDEN.
 */
export async function giveUpRun(member: Member, { service, key }: WantedRun): Promise<void> {
  requirePermission(member, "speech:use");
  await sql("give-up-run", endKey, [member.businessId, service, key, clock.now()]);
}

const validKey = `SELECT 1 AS valid FROM idempotency_records
  WHERE business_id = $1 AND service = $2::"Service" AND key = $3 AND tracking_id = $4 AND expires_at > $5`;

/** Whether the key of a running call was ended before its time. */
export async function isGivenUp({ caller, service, idempotency, trackingId }: Call): Promise<boolean> {
  if (!idempotency) return true;
  const values = [caller.businessId, service, idempotency.key, trackingId, clock.now()];
  return (await sql("find-valid-key", validKey, values)).length === 0;
}
