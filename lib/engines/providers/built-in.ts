import { z } from "zod";
import { type PriceLines, pricesSchema } from "@/lib/engines/config/fields";
import type { EngineEntry } from "@/lib/engines/engine-type";

type BuiltInEntry = EngineEntry & { prices: Record<string, PriceLines> };

/** What all built-in types of engine share: an entry can only turn them off and set their prices. */
export const builtIn = (type: string) => ({
  type,
  schema: z.strictObject({
    id: z.literal(type).optional(),
    type: z.literal(type),
    enabled: z.boolean().default(true),
    prices: z.record(z.string(), pricesSchema).default({}),
  }),
  docs: "Built-in engines",
  isBuiltIn: true,
  listPrices: ({ prices }: BuiltInEntry) => prices,
});
