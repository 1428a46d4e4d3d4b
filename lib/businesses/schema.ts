import { z } from "zod";
import { nameSchema } from "@/lib/names";

/** For how many days what a business makes may stay readable. */
export const retentions = [0, 1, 7, 30] as const;

export const dataRulesSchema = z.object({
  retentionDays: z.coerce.number().pipe(z.union(retentions.map((days) => z.literal(days)))),
  /** Nothing pins it to none. */
  pinnedRegion: z.enum(["", "VN", "SG"]).transform((region) => region || null),
});

export type DataRules = z.output<typeof dataRulesSchema>;

export const businessNameSchema = z.object({ name: nameSchema("auth.businessNameRequired") });
