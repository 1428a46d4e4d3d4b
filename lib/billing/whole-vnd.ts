import { z } from "zod";

/** Whole đồng above zero, also with the separators that people type: `1.000.000`, `1,000,000 ₫`. */
export const wholeVndSchema = z
  .string("billing.amountInvalid")
  .transform((typed) => typed.replace(/[\s.,₫đ]/gi, ""))
  .pipe(z.string().regex(/^[1-9]\d{0,11}$/, "billing.amountInvalid"))
  .transform(Number);
