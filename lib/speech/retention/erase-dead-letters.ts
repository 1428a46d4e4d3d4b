import "server-only";
import { speechFinished } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { requireMadeHere } from "@/lib/platform/regions";
import { describeObjects, eraseObjects, type Objects } from "./objects";
import { writeReceipt } from "./receipt";
import type { Receipt } from "./schema";

const find = `
  SELECT payload->>'region' AS region, payload->>'audioObject' AS "audioObject",
    payload->>'contentObject' AS "contentObject", payload->>'inputObject' AS "inputObject"
  FROM stream_messages
  WHERE topic = '${speechFinished}' AND key = $1 AND failed_at IS NOT NULL AND payload->>'businessId' = $2`;

/** Erases its event too, against a replay; null without one. Throws WRONG_REGION, OVERLOADED if the disk fails. */
export async function eraseDeadLetters(
  by: Caller | Member,
  trackingId: string,
  param: string,
): Promise<Receipt | null> {
  const [kept] = await sql<Objects & { region: string }>("find-set-aside", find, [trackingId, by.businessId]);
  if (!kept) return null;
  requireMadeHere(kept.region, param);
  return db.$transaction(async (tx) => {
    const where = { topic: speechFinished, key: trackingId, failedAt: { not: null } };
    const { count } = await tx.streamMessage.deleteMany({ where });
    if (count === 0) return null;
    // Described once no other request can erase them.
    const objects = await describeObjects(kept);
    // The event stays until everything is deleted, since only it names the remaining objects.
    const isGone = await eraseObjects(trackingId, [kept.audioObject, kept.contentObject, kept.inputObject]);
    if (!isGone) throw new AppError("OVERLOADED");
    const now = clock.now();
    return writeReceipt(tx, by, { trackingId, objects, requestedAt: now, erasedAt: now });
  });
}
