import "server-only";
import { z } from "zod";
import { usageRequestSchema, usageResponseSchema } from "@/lib/money/usage/schema";
import { historyRequestSchema, historyResponseSchema } from "@/lib/speech/history/response-schema";
import { at } from "./shared";

const balanceSchema = z
  .object({
    availableVnd: z.number().meta({ description: "docs.described.availableVnd", example: 1250000.5 }),
    freeVnd: z.number().meta({ description: "docs.described.freeVnd", example: 50000 }),
    heldVnd: z.number().meta({ description: "docs.described.heldVnd", example: 12.3 }),
    currency: z.literal("VND").meta({ description: "docs.described.currency" }),
    daysLeft: z.int().nullable().meta({ description: "docs.described.daysLeft", example: 31 }),
  })
  .meta({ id: "Balance" });

export const usageAndBilling = {
  getBalance: at(["/balance"], {
    method: "get",
    scope: "balance:read",
    response: balanceSchema,
  }),
  getUsage: at(["/usage"], {
    method: "get",
    scope: "usage:read",
    query: usageRequestSchema,
    response: usageResponseSchema,
  }),
  listHistory: at(["/history"], {
    method: "get",
    scope: "usage:read",
    query: historyRequestSchema,
    response: historyResponseSchema,
  }),
};
