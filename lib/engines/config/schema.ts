import { z } from "zod";
import type { EngineEntry } from "@/lib/engines/engine-type";
import { engineTypes } from "@/lib/engines/providers/engine-types";

const [first, ...others] = engineTypes.map(({ schema }) => schema);

export const engineFileSchema = z.strictObject({
  $schema: z.string().optional(),
  engines: z.array(z.discriminatedUnion("type", [first as z.ZodObject, ...others])).default([]),
});

export type EngineFile = { engines: EngineEntry[] };
