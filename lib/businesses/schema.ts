import { z } from "zod";
import { displayNameSchema } from "@/lib/platform/display-name-schema";
import { retentions } from "./choices";

export { retentions };

export const dataRulesSchema = z.object({
  retentionDays: z.coerce.number().pipe(z.union(retentions.map((days) => z.literal(days)))),
  /** Empty means that it is not pinned. */
  pinnedRegion: z.enum(["", "VN", "SG"]).transform((region) => region || null),
});

export type DataRules = z.output<typeof dataRulesSchema>;

export const businessNameSchema = z.object({ name: displayNameSchema("auth.businessNameRequired") });

export const archiveSchema = z.object({
  /** The business's name, typed again as confirmation: its keys and its credit are not restored. */
  name: z.string("businesses.nameDiffers").transform((text) => text.normalize("NFC").trim()),
});

export const restoreSchema = z.object({
  slug: z.string().regex(/^[a-z0-9-]{1,60}$/),
});
