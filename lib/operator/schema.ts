import { z } from "zod";

/** Who acts, and why: both are recorded, and a business's members read the reason. */
export const actSchema = z.object({
  email: z.email(),
  reason: z
    .string()
    .transform((text) => text.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(1)
        .max(300)
        .regex(/^[^\p{Cc}\p{Cf}]*$/u),
    ),
});

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
