import { z } from "zod";

const amount = z.int().min(1).max(999_999_999_999).nullable();

const settings = {
  monthlyCapVnd: amount.meta({ description: "docs.described.budgetCap", example: 5000000 }),
  belowVnd: amount.meta({ description: "docs.described.budgetBelow", example: 200000 }),
  belowDays: z.int().min(1).max(365).nullable().meta({ description: "docs.described.budgetBelowDays", example: 7 }),
};

/** All of it is set: a field that is null is no cap, or no warning. */
export const budgetRequestSchema = z.strictObject(settings).meta({ id: "BudgetSettings" });

export const budgetSchema = z
  .object({
    ...settings,
    month: z.string().meta({ description: "docs.described.budgetMonth", example: "2026-11" }),
    spentVnd: z.number().meta({ description: "docs.described.budgetSpent", example: 1204500.5 }),
  })
  .meta({ id: "Budget" });
