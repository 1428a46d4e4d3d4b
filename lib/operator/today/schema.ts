import { z } from "zod";
import { regionCodes } from "@/lib/regions";

export const deskMeasures = ["money", "charged", "jobs", "errors", "p95"] as const;
export type DeskMeasure = (typeof deskMeasures)[number];

export const deskRegions = regionCodes;

export const deskSpans = ["7", "30"] as const;

export const todayAddressSchema = z.object({
  days: z.enum(deskSpans).optional().catch(undefined),
  region: z.enum(regionCodes).optional().catch(undefined),
  show: z.enum(deskMeasures).optional().catch(undefined),
});
export type TodayAddress = z.infer<typeof todayAddressSchema>;
