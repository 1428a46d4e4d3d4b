import { z } from "zod";
import { vndSchema } from "@/lib/platform/i18n/vnd-schema";

/** An empty field is no warning of that kind. */
const orNothing = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string()
    .trim()
    .prefault("")
    .transform((text) => text || null)
    .pipe(schema.nullable());

export const alertSchema = z.object({
  monthlyCapVnd: orNothing(vndSchema("billing.amountInvalid")),
  belowVnd: orNothing(vndSchema("billing.amountInvalid")),
  belowDays: orNothing(
    z
      .string()
      .regex(/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/, "creditAlerts.daysInvalid")
      .transform(Number),
  ),
});
export type AlertSettings = z.output<typeof alertSchema>;

/** For a business that has set nothing; the amount is well below the welcome credit. */
export const defaultAlert: AlertSettings = { monthlyCapVnd: null, belowVnd: 20_000, belowDays: 7 };

/** The parts of the monthly cap, in percent, that members are warned of. */
export const budgetPercents = [50, 80, 100] as const;

/** With less the credit is used up: few requests cost as little. */
export const usedUpVnd = 1000;
