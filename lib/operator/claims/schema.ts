import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { claimIdSchema, claimStatuses } from "@/lib/money/claims/schema";
import { parseVnd } from "@/lib/platform/i18n/vnd";
import { urlParameter } from "@/lib/platform/url-parameter";
import { seenSchema } from "../schema";

export const claimFilterSchema = z.object({
  state: urlParameter(z.enum(claimStatuses)),
  amount: urlParameter(z.string().transform((typed) => parseVnd(typed)?.toString())),
});
export type ClaimFilter = z.infer<typeof claimFilterSchema>;
export const claimAddressSchema = claimFilterSchema.extend({ cursor: urlParameter(z.string()) });

export const rejectClaimSchema = claimIdSchema.extend({ reason: reasonSchema, seen: seenSchema });

export const approveClaimSchema = rejectClaimSchema.extend({
  transferId: z.string("operator.transfers.unknown").regex(/^btr_[0-9a-v]{26}$/, "operator.transfers.unknown"),
});
