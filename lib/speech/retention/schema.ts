import { z } from "zod";

const pieceSchema = z.object({
  kind: z.enum(["audio", "text", "transcript", "input", "edits"]).meta({ description: "docs.described.erasedKind" }),
  sizeBytes: z.int().meta({ description: "docs.described.erasedSize" }),
  salt: z.string().meta({ description: "docs.described.salt" }),
  digest: z.string().meta({ description: "docs.described.digest" }),
});

// Absent in older receipts.
const auditEntrySchema = z
  .object({
    sequence: z.int().meta({ description: "docs.described.auditSequence" }),
    digest: z.string().meta({ description: "docs.described.auditDigest" }),
  })
  .nullable()
  .default(null)
  .meta({ description: "docs.described.auditEntry" });

/** Proof of a deletion. The digests identify the content for those who have a copy, but cannot be guessed. */
export const receiptSchema = z
  .object({
    receiptId: z.string().meta({ description: "docs.described.receiptId" }),
    trackingId: z.string().meta({ description: "docs.described.trackingIdReturned" }),
    businessId: z.string().meta({ description: "docs.described.businessId" }),
    requestedBy: z.string().meta({ description: "docs.described.requestedBy" }),
    requestedAt: z.iso.datetime().meta({ description: "docs.described.requestedAt" }),
    erasedAt: z.iso.datetime().nullable().meta({ description: "docs.described.erasedAt" }),
    objects: z.array(pieceSchema).meta({ description: "docs.described.erasedObjects" }),
    auditEntry: auditEntrySchema,
    retention: z.literal("none").optional().meta({ description: "docs.described.receiptRetention" }),
    signature: z.string().meta({ description: "docs.described.receiptSignature" }),
  })
  .meta({ id: "DeletionReceipt" });

export type ErasedObject = z.infer<typeof pieceSchema>;
export type Receipt = z.infer<typeof receiptSchema>;

export const eraseSchema = z.object({ trackingId: z.string() });

export const eraseSelectedSchema = z.object({ trackingIds: z.array(z.string().max(64)).min(1).max(100) });
