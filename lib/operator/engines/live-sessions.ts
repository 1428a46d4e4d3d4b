import "server-only";
import type { KeyMode } from "@/lib/access/principals/mode";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { isTranscription } from "@/lib/speech/live/open-sessions";

/** A live transcription that is open in any process. */
export type DeskLiveSession = {
  trackingId: string;
  businessId: string;
  businessName: string;
  /** The playground's keys have a name of their own. */
  keyName: string;
  keyHint: string | null;
  mode: KeyMode;
  modelId: string;
  /** Null for one that an earlier release opened. */
  region: string | null;
  /** Seconds of its sound, of each channel, whose words its client has. */
  deliveredSeconds: number;
  createdAt: Date;
};

export const mostListed = 100;

const open = `SELECT l.tracking_id AS "trackingId", l.business_id AS "businessId", b.name AS "businessName",
    k.name AS "keyName", l.call -> 'caller' ->> 'keyHint' AS "keyHint", l.call -> 'caller' ->> 'mode' AS mode,
    l.call ->> 'modelId' AS "modelId", l.call ->> 'region' AS region, l.delivered_seconds AS "deliveredSeconds",
    l.created_at AS "createdAt", count(*) OVER ()::integer AS "inAll"
  FROM live_sessions l JOIN businesses b ON b.id = l.business_id JOIN api_keys k ON k.id = l.key_id
  WHERE l.expires_at > $1::timestamptz AND ${isTranscription("l")} ORDER BY l.created_at, l.tracking_id LIMIT ${mostListed}`;

/** How many sessions are open, and the first 100 of them, those that began first before others. */
export async function listLiveSessions(operator: Operator): Promise<{ count: number; sessions: DeskLiveSession[] }> {
  requireOperatorRight(operator, "read");
  const rows = await sql<DeskLiveSession & { inAll: number }>("desk-live-sessions", open, [clock.now()]);
  return { count: rows[0]?.inAll ?? 0, sessions: rows.map(({ inAll, ...session }) => session) };
}
