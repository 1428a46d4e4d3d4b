import "server-only";
import { speechFinished } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { requireMadeHere } from "@/lib/platform/regions";
import { Prisma } from "@/prisma/generated/client";
import { describeObjects, eraseObjects, eraseRepeats, namesOf, type Objects } from "./objects";
import { findReceipt, sealReceipt, writeReceipt } from "./receipt";
import type { Receipt } from "./schema";

/**
 * When it resolves the content is unreadable and its files are deleted; the sweeper retries a file that cannot be
 * deleted. A repeated request returns the same receipt. `param` names the request field of the tracking ID. A member
 * erases all results, a key those of its mode. Throws RESULT_NOT_FOUND, also for another business's result,
 * SCOPE_MISSING for a playground key, and WRONG_REGION.
 */
export async function eraseResult(by: Caller | Member, trackingId: string, param = "id"): Promise<Receipt> {
  const { businessId } = by;
  const mode = "role" in by ? null : by.mode;
  if ("role" in by) requirePermission(by, "history:delete");
  else if (by.isPlayground) throw new AppError("SCOPE_MISSING");

  const notFound = () => new AppError("RESULT_NOT_FOUND", { param });
  if (!isId("tts", trackingId) && !isId("stt", trackingId)) throw notFound();
  const job = await db.job.findFirst({
    where: { trackingId, businessId },
    select: { mode: true, region: true, deletedAt: true, inputErasedAt: true, ...objectsOfJob },
  });
  if (!job) {
    if (mode === "test") throw notFound();
    // A call without a record may have an event in the dead letters, or a receipt from erasing that.
    await requireEnded(businessId, trackingId, param);
    const receipt = (await eraseDeadLetters(by, trackingId, param)) ?? (await findReceipt(businessId, trackingId));
    if (!receipt) throw notFound();
    return receipt;
  }
  if (mode && job.mode !== mode) throw notFound();
  requireMadeHere(job.region, param);

  if (!job.deletedAt) await recordDeletion(by, trackingId, job);
  // Read again, since a member can have saved a change of the transcript until it was marked as deleted.
  const marked = await db.job.findUniqueOrThrow({ where: { trackingId }, select: objectsOfJob });
  const isGone = await eraseObjects(trackingId, namesOf(marked));
  if (isGone) await recordErasure(trackingId);
  const receipt = await findReceipt(businessId, trackingId);
  if (!receipt) throw new Error("a deleted call has no receipt");
  return receipt;
}

/** Throws CONFLICT for a long job that still works: it has to be canceled first. */
async function requireEnded(businessId: string, id: string, param: string): Promise<void> {
  const open = await db.longJob.count({ where: { id, businessId, recordedAt: null } });
  if (open > 0) throw new AppError("CONFLICT", { param, message: "jobs.notEnded" });
}

const objectsOfJob = { audioObject: true, contentObject: true, inputObject: true, editsObject: true } as const;

/** Stores the receipt and the deletion time together. Of two concurrent requests the first one counts. */
async function recordDeletion(
  by: Caller | Member,
  trackingId: string,
  job: { inputObject: string | null; inputErasedAt: Date | null },
): Promise<void> {
  const now = clock.now();
  await db.$transaction(async (tx) => {
    // While the input remains, the sweeper has work to do, however old the call is.
    const hasInput = job.inputObject && !job.inputErasedAt;
    const { count } = await tx.job.updateMany({
      where: { trackingId, businessId: by.businessId, deletedAt: null },
      data: { deletedAt: now, metadata: Prisma.DbNull, spark: null, marks: [], ...(hasInput && { erasedAt: null }) },
    });
    if (count === 0) return;
    await tx.$queryRawUnsafe(`WITH ${eraseRepeats("$1")} SELECT 1 AS done`, trackingId);
    // Described once no other request can erase them.
    const marked = await tx.job.findUniqueOrThrow({ where: { trackingId }, select: objectsOfJob });
    const objects = await describeObjects(marked);
    const due = namesOf(marked).map((object) => ({ object, trackingId }));
    await tx.objectToDelete.createMany({ data: due, skipDuplicates: true });
    await writeReceipt(tx, by, { trackingId, objects, requestedAt: now, erasedAt: null });
  });
}

async function recordErasure(trackingId: string): Promise<void> {
  const now = clock.now();
  await db.job.updateMany({ where: { trackingId, erasedAt: null }, data: { erasedAt: now } });
  await db.job.updateMany({
    where: { trackingId, inputObject: { not: null }, inputErasedAt: null },
    data: { inputErasedAt: now },
  });
  await sealReceipt(trackingId);
}

const deadLetter = `
  SELECT payload->>'region' AS region, payload->>'audioObject' AS "audioObject",
    payload->>'contentObject' AS "contentObject", payload->>'inputObject' AS "inputObject"
  FROM stream_messages
  WHERE topic = '${speechFinished}' AND key = $1 AND failed_at IS NOT NULL AND payload->>'businessId' = $2`;

/** Erases its event too, against a replay; null without one. Throws WRONG_REGION, OVERLOADED if the disk fails. */
async function eraseDeadLetters(by: Caller | Member, trackingId: string, param: string): Promise<Receipt | null> {
  const [letter] = await sql<Objects & { region: string }>("find-set-aside", deadLetter, [trackingId, by.businessId]);
  if (!letter) return null;
  requireMadeHere(letter.region, param);
  return db.$transaction(async (tx) => {
    const where = { topic: speechFinished, key: trackingId, failedAt: { not: null } };
    const { count } = await tx.streamMessage.deleteMany({ where });
    if (count === 0) return null;
    // Described once no other request can erase them.
    const objects = await describeObjects(letter);
    // The event stays until everything is deleted, since only it names the remaining objects.
    const isGone = await eraseObjects(trackingId, namesOf(letter));
    if (!isGone) throw new AppError("OVERLOADED");
    const now = clock.now();
    return writeReceipt(tx, by, { trackingId, objects, requestedAt: now, erasedAt: now });
  });
}
