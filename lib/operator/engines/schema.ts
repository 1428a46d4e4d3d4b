import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { engineStates } from "@/lib/engines/settings";

const engine = z.string("operator.engines.unknown").min(1, "operator.engines.unknown").max(100);

export const engineStateSchema = z.object({ engine, state: z.enum(engineStates), reason: reasonSchema });

export const engineWeightSchema = z.object({
  engine,
  host: z.string("operator.engines.unknown").min(1, "operator.engines.unknown").max(260),
  weight: z
    .string("operator.engines.weightInvalid")
    .regex(/^\d{1,4}([.,]\d{1,2})?$/, "operator.engines.weightInvalid")
    .transform((typed) => Number(typed.replace(",", ".")))
    .pipe(z.number().max(1000, "operator.engines.weightInvalid")),
  reason: reasonSchema,
});

export const engineTestSchema = z.object({ engine });
