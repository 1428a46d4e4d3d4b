import { z } from "zod";

export const reasonSchema = z
  .string("operator.reasonInvalid")
  .transform((text) => text.normalize("NFC").trim())
  .pipe(
    z
      .string()
      .min(1, "operator.reasonInvalid")
      .max(300, "operator.reasonInvalid")
      .regex(/^[^\p{Cc}\p{Cf}]*$/u, "operator.reasonInvalid"),
  );
