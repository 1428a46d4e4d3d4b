import "server-only";
import { clock } from "@/lib/clock";
import { db, sql } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import type { Caller } from "@/lib/principals/caller";
import type { Member } from "@/lib/principals/member";
import { requireMadeHere } from "@/lib/regions";
import { speechFinished } from "@/lib/speech/finished";
import { describePieces, erasePieces, type Objects } from "./pieces";
import { writeReceipt } from "./receipt";
import type { Receipt } from "./schema";

const find = `
  SELECT payload->>'region' AS region, payload->>'audioObject' AS "audioObject",
    payload->>'contentObject' AS "contentObject", payload->>'inputObject' AS "inputObject"
  FROM stream_messages
  WHERE topic = '${speechFinished}' AND key = $1 AND failed_at IS NOT NULL AND payload->>'businessId' = $2`;

/**
 * Erases what a call kept that is on no record because its event is set aside, and the event, so that nothing is left
 * to replay. Null when this business has no such call. Throws WRONG_REGION, and OVERLOADED while the disk refuses.
 */
export async function eraseSetAside(by: Caller | Member, trackingId: string, param: string): Promise<Receipt | null> {
  const [kept] = await sql<Objects & { region: string }>("find-set-aside", find, [trackingId, by.businessId]);
  if (!kept) return null;
  requireMadeHere(kept.region, param);
  const objects = await describePieces(kept);
  return db.$transaction(async (tx) => {
    const where = { topic: speechFinished, key: trackingId, failedAt: { not: null } };
    const { count } = await tx.streamMessage.deleteMany({ where });
    if (count === 0) return null;
    // The event stays with what could not be erased: it is the only one that names it.
    const isGone = await erasePieces(trackingId, [kept.audioObject, kept.contentObject, kept.inputObject]);
    if (!isGone) throw new Refusal("OVERLOADED");
    const now = clock.now();
    return writeReceipt(tx, by, { trackingId, objects, requestedAt: now, erasedAt: now });
  });
}
