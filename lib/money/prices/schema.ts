import { z } from "zod";

export const priceSchema = z
  .object({
    priceId: z.string().meta({ description: "docs.described.priceId", example: "prc_01k82ia3aqe3bsj2ai9bq9k0t4" }),
    priceVnd: z.int().meta({ description: "docs.described.priceVnd", example: 300 }),
    unit: z.enum(["1000_characters", "second"]).meta({ description: "docs.described.unit" }),
    from: z.string().meta({ description: "docs.described.priceFrom", example: "2025-12-31T17:00:00.000Z" }),
  })
  .meta({ id: "Price" });

export const statePrice = ({ id: priceId, priceVnd, unit, from }: PriceRow): z.infer<typeof priceSchema> => ({
  priceId,
  priceVnd,
  unit: unit === "second" ? "second" : "1000_characters",
  from: from.toISOString(),
});

type PriceRow = { id: string; priceVnd: number; unit: string; from: Date };

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
