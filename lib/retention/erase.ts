import "server-only";
import { type Actor, recordAudit } from "@/lib/audit/record";
import { type Member, requirePermission } from "@/lib/businesses/member";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { isId, newId } from "@/lib/ids";
import type { Caller } from "@/lib/keys/caller";
import { requireMadeHere } from "@/lib/regions/regions";
import { doomedRows } from "./doomed";
import { describePieces, erasePieces, type Objects } from "./pieces";
import { findReceipt, sealReceipt, signReceipt } from "./receipt";
import type { Receipt } from "./schema";

type Erasing = Objects & { region: string; deletedAt: Date | null; inputErasedAt: Date | null };

/**
 * Erases what a call made and was sent; the call itself stays on record. Unreadable once this resolves, its files gone
 * with it; a file that cannot be deleted is tried again by the sweeper. Asked again, it gives the same receipt.
 * Throws RESULT_NOT_FOUND for another's as for none, WRONG_REGION for what another region keeps.
 */
export async function eraseResult(by: Caller | Member, trackingId: string): Promise<Receipt> {
  if ("role" in by) requirePermission(by, "history:delete");
  const job = await findErasable(by.businessId, trackingId);
  if (!job.deletedAt) await recordDeletion(by, trackingId, job);
  const isGone = await erasePieces(trackingId, [job.audioObject, job.contentObject, job.inputObject]);
  if (isGone) await recordErasure(trackingId);
  const receipt = await findReceipt(by.businessId, trackingId);
  if (!receipt) throw new Error("a deleted call has no receipt");
  return receipt;
}

async function findErasable(businessId: string, trackingId: string): Promise<Erasing> {
  const mayExist = isId("tts", trackingId) || isId("stt", trackingId);
  const objects = { audioObject: true, contentObject: true, inputObject: true };
  const select = { region: true, deletedAt: true, inputErasedAt: true, ...objects };
  const job = mayExist ? await db.job.findFirst({ where: { trackingId, businessId }, select }) : null;
  if (!job) throw new Refusal("RESULT_NOT_FOUND", { param: "id" });
  requireMadeHere(job.region, "id");
  return job;
}

/** The receipt and the moment from which nothing may be read, both or neither. Of two at once, the first one counts. */
async function recordDeletion(by: Caller | Member, trackingId: string, job: Erasing): Promise<void> {
  const objects = await describePieces(job);
  const now = clock.now();
  const requestedBy = "role" in by ? by.userId : by.keyId;
  const id = newId("receipt");
  await db.$transaction(async (tx) => {
    const where = { trackingId, businessId: by.businessId, deletedAt: null };
    // With the input still there, the sweeper has something left to erase, however old the call is.
    const hasInput = job.inputObject && !job.inputErasedAt;
    const { count } = await tx.job.updateMany({ where, data: { deletedAt: now, ...(hasInput && { erasedAt: null }) } });
    if (count === 0) return;
    await tx.doomedObject.createMany({ data: doomedRows(trackingId, job), skipDuplicates: true });
    const { sequence, digest } = await recordAudit(tx, actorOf(by), { action: "result.erased", subject: trackingId });
    const auditEntry = { sequence: Number(sequence), digest };
    const said = { trackingId, businessId: by.businessId, requestedBy, objects, auditEntry };
    const signature = signReceipt({ ...said, receiptId: id, requestedAt: now.toISOString(), erasedAt: null });
    await tx.deletionReceipt.create({ data: { id, ...said, requestedAt: now, signature } });
  });
}

/** A key acts for its business; where its caller was is not on record. */
const actorOf = (by: Caller | Member): Actor =>
  "role" in by ? by : { businessId: by.businessId, userId: by.keyId, device: { ip: null, userAgent: null } };

async function recordErasure(trackingId: string): Promise<void> {
  const now = clock.now();
  await db.job.updateMany({ where: { trackingId, erasedAt: null }, data: { erasedAt: now } });
  await db.job.updateMany({
    where: { trackingId, inputObject: { not: null }, inputErasedAt: null },
    data: { inputErasedAt: now },
  });
  await sealReceipt(trackingId);
}
