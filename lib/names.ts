import { z } from "zod";

/** A name people read: composed, without control or invisible characters. */
export const nameSchema = (required: string) =>
  z
    .string(required)
    .transform((text) => text.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(1, required)
        .max(80, "auth.nameTooLong")
        .regex(/^[^\p{Cc}\p{Cf}]*$/u, "auth.nameInvalid"),
    );
