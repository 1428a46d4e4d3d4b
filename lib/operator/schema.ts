import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { staffRoles } from "@/lib/access/principals/roles";
import { emailSchema } from "@/lib/platform/mail/email-schema";

/** Who acts, and why: both are recorded, and a business's members read the reason. */
export const actSchema = z.object({ email: z.email(), reason: reasonSchema });

/** What an act is about as its page showed it: see `perform`. */
export const seenSchema = z.string("operator.errors.changedMeanwhile").max(100, "operator.errors.changedMeanwhile");

export const revokeSchema = z.object({ email: emailSchema, reason: reasonSchema });
export const grantSchema = revokeSchema.extend({ role: z.enum(staffRoles, "operator.staff.roleInvalid") });

/** Whole đồng, up to twelve digits; below zero only where credit can be taken. */
export const amountSchema = z
  .string()
  .regex(/^[+-]?[1-9]\d{0,11}$/)
  .transform((typed) => BigInt(typed.replace("+", "")));

/** The number of a contract or receipt, in capitals, so that it is recognized however it was typed. */
export const referenceSchema = z
  .string()
  .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim().toUpperCase())
  .pipe(
    z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^\p{Cc}\p{Cf}]*$/u),
  );

export const untilSchema = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .optional();
