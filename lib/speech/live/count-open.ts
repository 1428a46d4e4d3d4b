import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";

const openNow = `SELECT b.concurrent_calls AS most,
    (SELECT count(*)::integer FROM live_sessions l WHERE l.business_id = b.id AND l.expires_at > $2::timestamptz) AS open
  FROM businesses b WHERE b.id = $1`;

/** How many live transcriptions of a business are open, and how many concurrent requests its live keys may have. */
export async function countOpenSessions(member: Member): Promise<{ open: number; most: number }> {
  requirePermission(member, "history:read");
  const [found] = await sql<{ open: number; most: number }>("open-live-of-business", openNow, [
    member.businessId,
    clock.now(),
  ]);
  return found ?? { open: 0, most: 0 };
}
