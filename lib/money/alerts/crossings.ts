import "server-only";
import { sql } from "@/lib/platform/db";
import { startClaimLoop } from "@/lib/platform/outbox/claim-loop";
import { onWake } from "@/lib/platform/outbox/wake";
import { warnOf } from "./warn";

/** By which the trigger that writes `low_credits` notifies workers. */
const notification = "credit.low";

const selectLow = `SELECT business_id AS "businessId", xid::text AS xid FROM low_credits ORDER BY business_id LIMIT 500`;

// A row that was written again meanwhile stays, since its credit may not have been seen.
const deleteSeen = `DELETE FROM low_credits l USING unnest($1::text[], $2::text[]) AS seen (business_id, xid)
  WHERE l.business_id = seen.business_id AND l.xid = seen.xid::xid8`;

/** Warns the businesses whose credit went below a level since it was last called. Any number of processes may do so. */
export async function warnOfCrossings(): Promise<void> {
  const low = await sql<{ businessId: string; xid: string }>("low-credits", selectLow, []);
  if (low.length === 0) return;
  const ids = low.map(({ businessId }) => businessId);
  await warnOf(ids);
  await sql("forget-low-credits", deleteSeen, [ids, low.map(({ xid }) => xid)]);
}

/** Does so as soon as a process notifies, until stopped. */
export function startLowCredit(): { stop(): Promise<void> } {
  const loop = startClaimLoop<never>({
    name: "low-credit-crossings",
    // What a lost notification would have announced.
    rest: { text: "EXISTS (SELECT FROM low_credits)" },
    claim: () => warnOfCrossings().then(() => []),
  });
  const forget = onWake(notification, loop.wake);
  return {
    async stop() {
      forget();
      await loop.stop();
    },
  };
}
