import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { moneyActStatuses } from "@/lib/money/acts/schema";
import { urlParameter } from "@/lib/platform/url-parameter";

export const moneyActFilterSchema = z.object({
  state: urlParameter(z.enum(moneyActStatuses)),
  /** `all`: also what its author did alone. */
  all: urlParameter(z.literal("1")),
});
export type MoneyActFilter = z.infer<typeof moneyActFilterSchema>;
export const moneyActAddressSchema = moneyActFilterSchema.extend({ cursor: urlParameter(z.string()) });

/** An act by its ID, or by that of its credit entry. */
export const decideMoneyActSchema = z.object({
  id: z.string("operator.moneyActs.unknown").regex(/^(mny|adj)_[0-9a-v]{26}$/, "operator.moneyActs.unknown"),
  reason: reasonSchema,
});
