import { z } from "zod";
import { regionCodes } from "@/lib/platform/regions";
import { urlParameter } from "@/lib/platform/url-parameter";

/** What an incident can concern, as the status page lists it. */
export const incidentServices = ["tts", "stt", "webhooks", "payments", "console"] as const;
export type IncidentService = (typeof incidentServices)[number];

export const incidentRegions = regionCodes;

export const incidentImpacts = ["maintenance", "degraded", "outage"] as const;
export type IncidentImpact = (typeof incidentImpacts)[number];

export const incidentStatuses = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

const text = (longest: number) =>
  z
    .string("forms.missing")
    .transform((typed) => typed.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(1, "forms.missing")
        .max(longest)
        .regex(/^[^\p{Cs}\p{Co}]*$/u, "auth.nameInvalid"),
    );

export const incidentIdSchema = z
  .string("operator.incidents.unknown")
  .regex(/^inc_[0-9a-v]{26}$/, "operator.incidents.unknown");

export const openIncidentSchema = z.object({
  /** Empty: all regions. */
  region: z.union([z.enum(regionCodes), z.literal("")]).default(""),
  services: z.array(z.enum(incidentServices)).min(1, "operator.incidents.servicesRequired"),
  impact: z.enum(incidentImpacts),
  titleVi: text(120),
  titleEn: text(120),
  textVi: text(1000),
  textEn: text(1000),
});
export type NewIncident = z.output<typeof openIncidentSchema>;

export const updateIncidentSchema = z.object({
  id: incidentIdSchema,
  status: z.enum(incidentStatuses),
  textVi: text(1000),
  textEn: text(1000),
});
export type NewIncidentUpdate = Omit<z.output<typeof updateIncidentSchema>, "id">;

export const incidentFilterSchema = z.object({
  state: urlParameter(z.enum(["open", "resolved"])),
  region: urlParameter(z.enum(regionCodes)),
});
export type IncidentFilter = z.infer<typeof incidentFilterSchema>;
export const incidentAddressSchema = incidentFilterSchema.extend({ cursor: urlParameter(z.string()) });
