import { z } from "zod";
import { reasonSchema } from "@/lib/audit/reason";
import { claimIdSchema, claimStatuses } from "@/lib/billing/claims/schema";
import { parseVnd } from "@/lib/i18n/vnd";

export const claimFilterSchema = z.object({
  state: z.enum(claimStatuses).optional().catch(undefined),
  amount: z
    .string()
    .transform((typed) => parseVnd(typed)?.toString())
    .optional()
    .catch(undefined),
});
export type ClaimFilter = z.infer<typeof claimFilterSchema>;
export const claimAddressSchema = claimFilterSchema.extend({ cursor: z.string().optional().catch(undefined) });

export const rejectClaimSchema = claimIdSchema.extend({ reason: reasonSchema });

export const approveClaimSchema = rejectClaimSchema.extend({
  transferId: z.string("operator.transfers.unknown").regex(/^btr_[0-9a-v]{26}$/, "operator.transfers.unknown"),
});
