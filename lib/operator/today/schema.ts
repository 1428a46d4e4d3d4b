import { z } from "zod";
import { regionCodes } from "@/lib/platform/regions";
import { urlParameter } from "@/lib/platform/url-parameter";

export const deskMeasures = ["money", "charged", "jobs", "errors", "p95"] as const;
export type DeskMeasure = (typeof deskMeasures)[number];

export const deskRegions = regionCodes;

export const deskSpans = ["7", "30"] as const;

export const todayAddressSchema = z.object({
  days: urlParameter(z.enum(deskSpans)),
  region: urlParameter(z.enum(regionCodes)),
  show: urlParameter(z.enum(deskMeasures)),
});
export type TodayAddress = z.infer<typeof todayAddressSchema>;
