import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { adjustmentKinds, adjustmentStatuses } from "@/lib/money/adjustments/schema";
import { parseVnd } from "@/lib/platform/i18n/vnd";
import { urlParameter } from "@/lib/platform/url-parameter";
import { referenceSchema } from "../schema";

export const adjustmentFilterSchema = z.object({
  state: urlParameter(z.enum(adjustmentStatuses)),
  kind: urlParameter(z.enum(adjustmentKinds)),
  batch: urlParameter(z.string().regex(/^adb_[0-9a-v]{26}$/)),
});
export type AdjustmentFilter = z.infer<typeof adjustmentFilterSchema>;
export const adjustmentAddressSchema = adjustmentFilterSchema.extend({
  cursor: urlParameter(z.string()),
});

/** Whole đồng as people type it; a minus takes credit. */
const signedVndSchema = z.string("operator.adjustments.amountInvalid").transform((typed, context) => {
  const text = typed.trim().replace(/^[−-]\s*/, "-");
  const amount = parseVnd(text.replace(/^-/, ""));
  if (amount !== null) return BigInt(amount) * (text.startsWith("-") ? -1n : 1n);
  context.addIssue({ code: "custom", message: "operator.adjustments.amountInvalid" });
  return z.NEVER;
});

const documentSchema = z.string("operator.adjustments.referenceRequired").transform((typed, context) => {
  const reference = referenceSchema.safeParse(typed);
  if (reference.success) return reference.data;
  context.addIssue({ code: "custom", message: "operator.adjustments.referenceRequired" });
  return z.NEVER;
});

/** The last day of free credit in Vietnam; empty for none. */
const untilSchema = z
  .union([z.literal(""), z.iso.date()], "operator.adjustments.untilInvalid")
  .optional()
  .transform((day) => (day ? new Date(`${day}T23:59:59+07:00`) : null));

export const newAdjustmentSchema = z.object({
  business: z.string("operator.transfers.businessRequired").trim().min(1, "operator.transfers.businessRequired"),
  kind: z.enum(adjustmentKinds, "operator.adjustments.kindRequired"),
  amountVnd: signedVndSchema,
  reference: documentSchema,
  reason: reasonSchema,
  expiresAt: untilSchema,
});
export type TypedAdjustment = z.output<typeof newAdjustmentSchema>;

/** The columns of a file of credits, in its first line. `until` may be missing. */
export const bulkColumns = ["business", "kind", "amount", "reference", "reason", "until"] as const;

/** `check`: nothing is booked. */
export const bulkSchema = z.object({
  lines: z.string("operator.adjustments.linesRequired").min(1, "operator.adjustments.linesRequired").max(200_000),
  mode: z.enum(["check", "book"]).default("check"),
});

/** A line of a file as it was read. `error`: a message of the catalog. */
export type BulkLine = {
  line: number;
  business: string;
  kind: string;
  amount: string;
  reference: string;
  reason: string;
  error: string | null;
};

export type BulkResult = {
  lines: BulkLine[];
  wrong: number;
  totalMilli: string;
  /** Its amounts without their signs. */
  movedVnd: string;
  needsApproval: boolean;
  /** Null unless they were booked, or wait for a second person. */
  batchId: string | null;
};
