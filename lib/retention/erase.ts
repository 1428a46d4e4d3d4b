import "server-only";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { isId } from "@/lib/ids";
import type { Caller } from "@/lib/principals/caller";
import { type Member, requirePermission } from "@/lib/principals/member";
import { requireMadeHere } from "@/lib/regions";
import { doomedRows } from "./doomed";
import { eraseSetAside } from "./erase-set-aside";
import { describePieces, erasePieces, type Objects } from "./pieces";
import { findReceipt, sealReceipt, writeReceipt } from "./receipt";
import type { Receipt } from "./schema";

type Erasing = Objects & { region: string; deletedAt: Date | null; inputErasedAt: Date | null };

/**
 * Erases what a call made and was sent; the call itself stays on record. Unreadable once this resolves, its files gone
 * with it; a file that cannot be deleted is tried again by the sweeper. Asked again, it gives the same receipt.
 * `param` names the request's field that holds the trackingId.
 * Throws RESULT_NOT_FOUND for another's as for none, WRONG_REGION for what another region keeps.
 */
export async function eraseResult(by: Caller | Member, trackingId: string, param = "id"): Promise<Receipt> {
  if ("role" in by) requirePermission(by, "history:delete");
  if (!isId("tts", trackingId) && !isId("stt", trackingId)) throw new Refusal("RESULT_NOT_FOUND", { param });
  const job = await findErasable(by.businessId, trackingId, param);
  if (!job) return eraseUnrecorded(by, trackingId, param);
  if (!job.deletedAt) await recordDeletion(by, trackingId, job);
  const isGone = await erasePieces(trackingId, [job.audioObject, job.contentObject, job.inputObject]);
  if (isGone) await recordErasure(trackingId);
  const receipt = await findReceipt(by.businessId, trackingId);
  if (!receipt) throw new Error("a deleted call has no receipt");
  return receipt;
}

async function findErasable(businessId: string, trackingId: string, param: string): Promise<Erasing | null> {
  const objects = { audioObject: true, contentObject: true, inputObject: true };
  const select = { region: true, deletedAt: true, inputErasedAt: true, ...objects };
  const job = await db.job.findFirst({ where: { trackingId, businessId }, select });
  if (job) requireMadeHere(job.region, param);
  return job;
}

/** Of a call that is on no record there may be an event that is set aside, or the receipt of having erased it. */
async function eraseUnrecorded(by: Caller | Member, trackingId: string, param: string): Promise<Receipt> {
  const receipt = (await eraseSetAside(by, trackingId, param)) ?? (await findReceipt(by.businessId, trackingId));
  if (!receipt) throw new Refusal("RESULT_NOT_FOUND", { param });
  return receipt;
}

/** The receipt and the moment from which nothing may be read, both or neither. Of two at once, the first one counts. */
async function recordDeletion(by: Caller | Member, trackingId: string, job: Erasing): Promise<void> {
  const objects = await describePieces(job);
  const now = clock.now();
  await db.$transaction(async (tx) => {
    const where = { trackingId, businessId: by.businessId, deletedAt: null };
    // With the input still there, the sweeper has something left to erase, however old the call is.
    const hasInput = job.inputObject && !job.inputErasedAt;
    const { count } = await tx.job.updateMany({ where, data: { deletedAt: now, ...(hasInput && { erasedAt: null }) } });
    if (count === 0) return;
    await tx.doomedObject.createMany({ data: doomedRows(trackingId, job), skipDuplicates: true });
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
