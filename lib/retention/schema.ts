import { z } from "zod";

const pieceSchema = z.object({
  kind: z.enum(["audio", "text", "transcript", "input"]),
  sizeBytes: z.int(),
  salt: z.string().meta({ description: "docs.described.salt" }),
  digest: z.string().meta({ description: "docs.described.digest" }),
});

// Receipts from before they told it lack it.
const auditEntrySchema = z
  .object({ sequence: z.int(), digest: z.string() })
  .nullable()
  .default(null)
  .meta({ description: "docs.described.auditEntry" });

/** Proof that a result was erased. Whoever kept the bytes can recognise them by it; nobody can guess them. */
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

export type Piece = z.infer<typeof pieceSchema>;
export type Receipt = z.infer<typeof receiptSchema>;

/** The form behind "erase this". */
export const eraseSchema = z.object({ trackingId: z.string() });
