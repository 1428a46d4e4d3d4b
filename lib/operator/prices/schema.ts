import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { parseVnd } from "@/lib/platform/i18n/vnd";
import { urlParameter } from "@/lib/platform/url-parameter";

export type PriceState = "future" | "current" | "past";

export const priceFilterSchema = z.object({
  model: urlParameter(z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/)),
  /** By its ID or slug. */
  business: urlParameter(z.string().trim().min(1).max(100)),
});
export type PriceFilter = z.infer<typeof priceFilterSchema>;
export const priceAddressSchema = priceFilterSchema.extend({ cursor: urlParameter(z.string()) });

/** A price as the desk's form states it: `from` is a time in Vietnam, `2026-12-01T00:00`. */
export const plannedPriceSchema = z.object({
  model: z.string("operator.prices.modelRequired").regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "operator.prices.modelRequired"),
  business: z
    .string()
    .trim()
    .optional()
    .transform((typed) => typed || undefined),
  vnd: z.string("operator.prices.vndInvalid").transform((typed, context) => {
    const vnd = parseVnd(typed);
    if (vnd !== null && vnd <= 1_000_000_000) return vnd;
    context.addIssue({ code: "custom", message: "operator.prices.vndInvalid" });
    return z.NEVER;
  }),
  from: z
    .string("operator.prices.fromInvalid")
    .regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d$/, "operator.prices.fromInvalid")
    .transform((typed) => new Date(`${typed}:00+07:00`))
    .refine((at) => !Number.isNaN(+at), "operator.prices.fromInvalid"),
});
export type TypedPrice = z.output<typeof plannedPriceSchema>;

export const addPriceSchema = plannedPriceSchema.extend({ reason: reasonSchema });

const typed = z.string().trim().max(100).catch("").default("");

/** A new price in an address. `isStated`: its preview is asked for. */
export const newPriceAddressSchema = z.object({
  model: typed,
  business: typed,
  vnd: typed,
  from: typed,
  isStated: z
    .string()
    .transform((text) => text === "1")
    .catch(false)
    .default(false),
});
