import { z } from "zod";
import { displayNameSchema } from "@/lib/display-name-schema";
import { retentions } from "./choices";

export { retentions };

export const dataRulesSchema = z.object({
  retentionDays: z.coerce.number().pipe(z.union(retentions.map((days) => z.literal(days)))),
  /** Empty means that it is not pinned. */
  pinnedRegion: z.enum(["", "VN", "SG"]).transform((region) => region || null),
});

export type DataRules = z.output<typeof dataRulesSchema>;

export const businessNameSchema = z.object({ name: displayNameSchema("auth.businessNameRequired") });
