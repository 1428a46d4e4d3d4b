import { z } from "zod";

/** A price as an operator states it. */
export const statedPriceSchema = z.object({
  model: z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "is the id of a model, such as vang-espeak"),
  vnd: z.coerce.number().int("is whole đồng").positive("is above zero").max(1_000_000_000, "is at most 1,000,000,000"),
  unit: z.enum(["1000_characters", "second"], "is 1000_characters or second"),
  business: z.string().min(1).optional(),
  from: z.iso
    .datetime({ offset: true, error: "is a date and time with a time zone, such as 2026-12-01T00:00:00+07:00" })
    .transform((text) => new Date(text))
    .optional(),
});

export type StatedPrice = z.infer<typeof statedPriceSchema>;
