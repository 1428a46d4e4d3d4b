import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { hmac, isSame } from "@/lib/platform/crypto";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { look } from "@/lib/speech/history/lookup";
import type { DeletionReceiptModel } from "@/prisma/generated/models";
import { type ErasedObject, type Receipt, receiptSchema } from "./schema";

type Claims = Omit<Receipt, "signature">;

/** Signs all fields of a receipt, and the purpose, so that no other use of the secret can produce a receipt. */
export const signReceipt = (claims: Claims): string => {
  const { receiptId, trackingId, businessId, requestedBy, requestedAt, erasedAt, auditEntry } = claims;
  const objects = claims.objects.map(({ kind, sizeBytes, salt, digest }) => [kind, sizeBytes, salt, digest]);
  // Older receipts were signed without the audit entry.
  const entry = auditEntry ? [auditEntry.sequence, auditEntry.digest] : [];
  const kept = claims.retention ? [`retention ${claims.retention}`] : [];
  const said = [receiptId, trackingId, businessId, requestedBy, requestedAt, erasedAt, objects, ...entry, ...kept];
  return hmac(env.VANG_LINK_SECRET, `deletion-receipt.${JSON.stringify(said)}`);
};

/** Whether a receipt is ours and unchanged. */
export function verifyReceipt(given: unknown): boolean {
  const { success, data } = receiptSchema.safeParse(given);
  return success && isSame(signReceipt(data), data.signature);
}

type Deletion = { trackingId: string; objects: ErasedObject[]; requestedAt: Date; erasedAt: Date | null };

/** Writes the audit entry and the receipt, in the transaction of the deletion. Call it last. */
export async function writeReceipt(tx: Transaction, by: Caller | Member, deletion: Deletion): Promise<Receipt> {
  const actor = actorOf(by);
  const { sequence, digest } = await recordAudit(tx, actor, { action: "result.erased", subject: deletion.trackingId });
  const id = newId("receipt");
  const auditEntry = { sequence: Number(sequence), digest };
  const row = { ...deletion, id, businessId: by.businessId, requestedBy: actor.userId, auditEntry };
  const signature = signReceipt(show({ ...row, signature: "" }));
  return show(await tx.deletionReceipt.create({ data: { ...row, signature } }));
}

/** The receipt for a call of this business; null when it was not erased, and something of it was to be kept. */
export async function findReceipt(businessId: string, trackingId: string): Promise<Receipt | null> {
  const row = await db.deletionReceipt.findFirst({ where: { trackingId, businessId } });
  return row ? show(row) : describeUnkept(businessId, trackingId);
}

/** The receipt for a key's client. Throws RESULT_NOT_FOUND, as `findJob` also where the job is of another mode. */
export async function answerReceipt(caller: Caller, service: "tts" | "stt", trackingId: string): Promise<Receipt> {
  const job = await look(caller, service, trackingId);
  const receipt = job && (await findReceipt(caller.businessId, trackingId));
  if (!receipt) throw new AppError("RESULT_NOT_FOUND", { param: "id" });
  return receipt;
}

/** Says of a job of which nothing was to be kept that nothing was stored, or when what had to be fetched was erased. */
async function describeUnkept(businessId: string, trackingId: string): Promise<Receipt | null> {
  const job = await db.job.findFirst({
    where: { trackingId, businessId, keepsNothing: true, status: "completed" },
    select: { keyId: true, createdAt: true, erasedAt: true, audioObject: true, contentObject: true },
  });
  if (!job) return null;
  const isStored = job.audioObject !== null || job.contentObject !== null;
  const erasedAt = isStored ? job.erasedAt : job.createdAt;
  const claims: Claims = {
    receiptId: trackingId.replace(/^[a-z]+/, "rcp"),
    trackingId,
    businessId,
    requestedBy: job.keyId,
    requestedAt: job.createdAt.toISOString(),
    erasedAt: erasedAt?.toISOString() ?? null,
    objects: [],
    auditEntry: null,
    retention: "none",
  };
  return { ...claims, signature: signReceipt(claims) };
}

/** The receipts for these calls of this business, in their order. */
export async function findReceipts(businessId: string, trackingIds: readonly string[]): Promise<Receipt[]> {
  const rows = await db.deletionReceipt.findMany({ where: { trackingId: { in: [...trackingIds] }, businessId } });
  return rows.map(show).sort((a, b) => trackingIds.indexOf(a.trackingId) - trackingIds.indexOf(b.trackingId));
}

/** Marks a receipt's files as deleted. Later calls do not change the time. */
export async function sealReceipt(trackingId: string): Promise<void> {
  await db.objectToDelete.deleteMany({ where: { trackingId } });
  const row = await db.deletionReceipt.findUnique({ where: { trackingId } });
  if (!row || row.erasedAt) return;
  const erasedAt = clock.now();
  const signature = signReceipt(show({ ...row, erasedAt }));
  await db.deletionReceipt.updateMany({ where: { trackingId, erasedAt: null }, data: { erasedAt, signature } });
}

const show = (row: DeletionReceiptModel): Receipt => ({
  receiptId: row.id,
  trackingId: row.trackingId,
  businessId: row.businessId,
  requestedBy: row.requestedBy,
  requestedAt: row.requestedAt.toISOString(),
  erasedAt: row.erasedAt?.toISOString() ?? null,
  objects: row.objects as ErasedObject[],
  auditEntry: row.auditEntry as Receipt["auditEntry"],
  signature: row.signature,
});
