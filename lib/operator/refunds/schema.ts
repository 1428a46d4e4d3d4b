import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { urlParameter } from "@/lib/platform/url-parameter";
import { seenSchema } from "../schema";

export const refundStates = ["open", "approved", "paid", "rejected", "withdrawn"] as const;
export type RefundState = (typeof refundStates)[number];

export const refundFilterSchema = z.object({ state: urlParameter(z.enum(refundStates)) });
export type RefundFilter = z.infer<typeof refundFilterSchema>;
export const refundAddressSchema = refundFilterSchema.extend({ cursor: urlParameter(z.string()) });

export const decideRefundSchema = z.object({
  id: z.string("operator.refunds.unknown").regex(/^rfd_[0-9a-v]{26}$/, "operator.refunds.unknown"),
  reason: reasonSchema,
  seen: seenSchema,
});

const optional = z
  .string()
  .optional()
  .transform((text) => text?.normalize("NFC").trim() || undefined);

export const payRefundSchema = decideRefundSchema.extend({ transferId: optional, withoutTransfer: optional });
