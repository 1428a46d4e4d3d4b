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
