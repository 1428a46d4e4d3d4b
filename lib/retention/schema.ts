import { z } from "zod";

const pieceSchema = z.object({
  kind: z.enum(["audio", "text", "transcript", "input"]),
  sizeBytes: z.int(),
  salt: z.string().meta({ description: "docs.described.salt" }),
  digest: z.string().meta({ description: "docs.described.digest" }),
});

// Absent in older receipts.
const auditEntrySchema = z
  .object({ sequence: z.int(), digest: z.string() })
  .nullable()
  .default(null)
  .meta({ description: "docs.described.auditEntry" });

/** Proof of a deletion. The digests identify the content for those who have a copy, but cannot be guessed. */
export const receiptSchema = z
  .object({
    receiptId: z.string(),
    trackingId: z.string(),
    businessId: z.string(),
    requestedBy: z.string().meta({ description: "docs.described.requestedBy" }),
    requestedAt: z.iso.datetime(),
    erasedAt: z.iso.datetime().nullable().meta({ description: "docs.described.erasedAt" }),
    objects: z.array(pieceSchema),
    auditEntry: auditEntrySchema,
    signature: z.string(),
  })
  .meta({ id: "DeletionReceipt" });

export type ErasedObject = z.infer<typeof pieceSchema>;
export type Receipt = z.infer<typeof receiptSchema>;

/** The form of the delete button. */
export const eraseSchema = z.object({ trackingId: z.string() });
