import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { requireMadeHere } from "@/lib/platform/regions";
import { Prisma } from "@/prisma/generated/client";
import { eraseDeadLetters } from "./erase-dead-letters";
import { eraseRepeats } from "./erase-repeats";
import { describeObjects, eraseObjects, type Objects } from "./objects";
import { pendingDeletionRows } from "./pending-deletion";
import { findReceipt, sealReceipt, writeReceipt } from "./receipt";
import type { Receipt } from "./schema";

type Erasing = Objects & { region: string; deletedAt: Date | null; inputErasedAt: Date | null };

/**
 * When it resolves the content is unreadable and its files are deleted; the sweeper retries a file that cannot be
 * deleted. A repeated request returns the same receipt. `param` names the request field of the tracking ID. Throws
 * RESULT_NOT_FOUND, also for another business's result, SCOPE_MISSING for a playground key, and WRONG_REGION.
 */
export async function eraseResult(by: Caller | Member, trackingId: string, param = "id"): Promise<Receipt> {
  if ("role" in by) requirePermission(by, "history:delete");
  else if (by.isPlayground) throw new AppError("SCOPE_MISSING");
  if (!isId("tts", trackingId) && !isId("stt", trackingId)) throw new AppError("RESULT_NOT_FOUND", { param });
  const job = await findErasable(by, trackingId, param);
  if (!job && !("role" in by) && by.mode === "test") throw new AppError("RESULT_NOT_FOUND", { param });
  if (!job) return eraseUnrecorded(by, trackingId, param);
  if (!job.deletedAt) await recordDeletion(by, trackingId, job);
  const isGone = await eraseObjects(trackingId, [job.audioObject, job.contentObject, job.inputObject]);
  if (isGone) await recordErasure(trackingId);
  const receipt = await findReceipt(by.businessId, trackingId);
  if (!receipt) throw new Error("a deleted call has no receipt");
  return receipt;
}

/** A member erases all results; a key those of its mode. */
async function findErasable(by: Caller | Member, trackingId: string, param: string): Promise<Erasing | null> {
  const objects = { audioObject: true, contentObject: true, inputObject: true };
  const select = { mode: true, region: true, deletedAt: true, inputErasedAt: true, ...objects };
  const job = await db.job.findFirst({
    where: { trackingId, businessId: by.businessId },
    select,
  });
  if (job && !("role" in by) && job.mode !== by.mode) throw new AppError("RESULT_NOT_FOUND", { param });
  if (job) requireMadeHere(job.region, param);
  return job;
}

/** A call without a record may have an event in the dead letters, or a receipt from erasing that. */
async function eraseUnrecorded(by: Caller | Member, trackingId: string, param: string): Promise<Receipt> {
  const receipt = (await eraseDeadLetters(by, trackingId, param)) ?? (await findReceipt(by.businessId, trackingId));
  if (!receipt) throw new AppError("RESULT_NOT_FOUND", { param });
  return receipt;
}

/** Stores the receipt and the deletion time together. Of two concurrent requests the first one counts. */
async function recordDeletion(by: Caller | Member, trackingId: string, job: Erasing): Promise<void> {
  const now = clock.now();
  await db.$transaction(async (tx) => {
    const where = { trackingId, businessId: by.businessId, deletedAt: null };
    // While the input remains, the sweeper has work to do, however old the call is.
    const hasInput = job.inputObject && !job.inputErasedAt;
    const own = { metadata: Prisma.DbNull, spark: null, marks: [] };
    const data = { deletedAt: now, ...own, ...(hasInput && { erasedAt: null }) };
    const { count } = await tx.job.updateMany({ where, data });
    if (count === 0) return;
    await tx.$queryRawUnsafe(`WITH ${eraseRepeats("$1")} SELECT 1 AS done`, trackingId);
    // Described once no other request can erase them.
    const objects = await describeObjects(job);
    await tx.objectToDelete.createMany({ data: pendingDeletionRows(trackingId, job), skipDuplicates: true });
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
