import { z } from "zod";

const pieceSchema = z.object({
  kind: z.enum(["audio", "text", "transcript", "input"]),
  sizeBytes: z.int(),
  salt: z.string().meta({ description: "16 bytes, in hex." }),
  digest: z.string().meta({ description: "SHA-256 of the salt followed by the piece's bytes, in hex." }),
});

// Receipts from before they told it lack it.
const auditEntrySchema = z.object({ sequence: z.int(), digest: z.string() }).nullable().default(null).meta({
  description: "Where the deletion stands in the business's audit log; null on receipts from before that was told.",
});

/** Proof that a result was erased. Whoever kept the bytes can recognise them by it; nobody can guess them. */
export const receiptSchema = z
  .object({
    receiptId: z.string(),
    trackingId: z.string(),
    businessId: z.string(),
    requestedBy: z.string().meta({ description: "The key or the person who asked." }),
    requestedAt: z.iso.datetime(),
    erasedAt: z.iso.datetime().nullable().meta({ description: "Null while a file is still being erased." }),
    objects: z.array(pieceSchema),
    auditEntry: auditEntrySchema,
    signature: z.string(),
  })
  .meta({ id: "DeletionReceipt" });

export type Piece = z.infer<typeof pieceSchema>;
export type Receipt = z.infer<typeof receiptSchema>;

/** The form behind "erase this". */
export const eraseSchema = z.object({ trackingId: z.string() });
