import { z } from "zod";
import { emailSchema } from "./email";

/** Both ends of what a password may be, in UTF-16 units; the upper one bounds the work of hashing it. */
export const passwordLength = { min: 8, advised: 15, max: 256 };

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

/** Any characters in any mixture: length is what counts. Whether it is easy to guess is asked of the server's list. */
const newPasswordSchema = z
  .string("auth.passwordTooShort")
  .min(passwordLength.min, "auth.passwordTooShort")
  .max(passwordLength.max, "auth.passwordTooLong");

export const signUpSchema = z.object({
  name: nameSchema("auth.nameRequired"),
  businessName: nameSchema("auth.businessNameRequired"),
  email: emailSchema,
  password: newPasswordSchema,
});
export type SignUp = z.output<typeof signUpSchema>;

export const signInSchema = z.object({
  email: emailSchema,
  password: z.string("auth.passwordRequired").min(1, "auth.passwordRequired").max(passwordLength.max, "auth.wrong"),
  next: z.string().optional(),
});
export type SignIn = Pick<z.output<typeof signInSchema>, "email" | "password">;

export const verifyEmailSchema = z.object({ token: z.string("auth.linkDead").regex(/^[\w-]{43}$/, "auth.linkDead") });

export const resendSchema = z.object({ email: emailSchema });

/** A password one already has: whatever it is, it is compared and never judged. */
const passwordSchema = z
  .string("auth.passwordRequired")
  .min(1, "auth.passwordRequired")
  .max(passwordLength.max, "auth.wrongPassword");

export const stepUpSchema = z.object({ password: passwordSchema });
