import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { daySchema } from "@/lib/platform/day-schema";
import { shortenSecrets } from "@/lib/platform/text";
import { urlParameter } from "@/lib/platform/url-parameter";
import { highestLimit } from "@/lib/webhooks/endpoints/schema";

/** `erased`: archived, and no one is left who could restore it. */
export const businessStates = ["active", "suspended", "archived", "erased"] as const;
export type BusinessState = (typeof businessStates)[number];

export const businessFilterSchema = z.object({
  /** A part of a name, or something of theirs: see `searchFor`. */
  q: urlParameter(
    z
      .string()
      .transform((text) => shortenSecrets(text.normalize("NFC").trim()))
      .pipe(z.string().min(1).max(200)),
  ),
  state: urlParameter(z.enum(businessStates)),
});
export type BusinessFilter = z.infer<typeof businessFilterSchema>;
export const businessAddressSchema = businessFilterSchema.extend({ cursor: urlParameter(z.string()) });

/** A business that a picker offers. */
export type OfferedBusiness = { id: string; slug: string; name: string; isSuspended: boolean };

const idSchema = z.string("operator.businesses.unknown").regex(/^biz_[0-9a-v]{26}$/, "operator.businesses.unknown");

export const suspensionSchema = z.object({ id: idSchema, reason: reasonSchema });

const within = (least: number, most: number) =>
  z
    .string("operator.businesses.limitInvalid")
    .trim()
    .regex(/^\d{1,6}$/, "operator.businesses.limitInvalid")
    .transform(Number)
    .refine((count) => count >= least && count <= most, {
      message: "operator.businesses.limitOutside",
      params: { least, most },
    });

export const limitsSchema = z.object({
  requestsPerMinute: within(1, 100_000),
  concurrentCalls: within(1, 10_000),
  webhookLimit: within(0, highestLimit),
  /** The last day of these limits in Vietnam; empty for no end. */
  until: z
    .union([z.literal(""), daySchema("operator.businesses.untilInvalid")], "operator.businesses.untilInvalid")
    .optional(),
});
export type NewLimits = z.output<typeof limitsSchema>;

export const setLimitsSchema = suspensionSchema.extend(limitsSchema.shape);

export const noteSchema = z.object({
  id: idSchema,
  text: z
    .string("operator.businesses.noteRequired")
    .transform((text) => text.normalize("NFC").replaceAll("\r\n", "\n").trim())
    .pipe(
      z
        .string()
        .min(1, "operator.businesses.noteRequired")
        .max(2000, "forms.tooLong")
        .regex(/^(\P{Cc}|[\n\t])*$/u, "forms.invalid"),
    ),
});
