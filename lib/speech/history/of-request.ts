import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { hours, minutes } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { isId, timeOf } from "@/lib/platform/ids";

// Searched by creation time, which has an index: an index on request IDs would slow down every call.
const find = `SELECT tracking_id AS "trackingId" FROM jobs
  WHERE business_id = $1 AND created_at BETWEEN $2 AND $3 AND request_id = $4`;

/** The tracking ID for a request ID of this business; null for any other text. */
export async function findTrackingId(member: Member, text: string): Promise<string | null> {
  requirePermission(member, "history:read");
  return findTrackingIdOf(member.businessId, text.trim());
}

/** The same for a reader who has been checked. */
export async function findTrackingIdOf(businessId: string, requestId: string): Promise<string | null> {
  if (!isId("request", requestId)) return null;
  const received = +timeOf(requestId);
  const [from, to] = [new Date(received - minutes(5)), new Date(received + hours(1))];
  const [job] = await sql<{ trackingId: string }>("find-of-request", find, [businessId, from, to, requestId]);
  return job?.trackingId ?? null;
}
