import { z } from "zod";
import { acceptSchema } from "@/lib/businesses/members/schema";
import { anyCodeSchema } from "@/lib/people/two-factor/schema";
import { displayNameSchema } from "@/lib/platform/display-name-schema";
import { locales } from "@/lib/platform/i18n/locale";
import { isTimeZone } from "@/lib/platform/i18n/time-zone";
import { emailSchema } from "@/lib/platform/mail/email-schema";

const vietnamese = /^\+84(?:[35789]\d{8}|2\d{9})$/;
const foreign = /^\+(?!84)[1-9]\d{6,14}$/;

/** As E.164; null for none. A Vietnamese number as people write it; any other begins with `+` and its country code. */
export const phoneSchema = z
  .string()
  .max(40, "account.phoneInvalid")
  .transform((text) =>
    text
      .normalize("NFKC")
      .replace(/[\s.()\-–]/gu, "")
      .replace(/^00/, "+")
      .replace(/^84(?=\d{9,10}$)/, "+84")
      .replace(/^\+840/, "+84")
      .replace(/^0/, "+84"),
  )
  .refine((phone) => phone === "" || vietnamese.test(phone) || foreign.test(phone), "account.phoneInvalid")
  .transform((phone) => phone || null);

/** Length limits of a password in UTF-16 units; the upper one bounds the work of hashing it. */
export const passwordLength = { min: 8, advised: 15, max: 256 };

/** Any characters in any mixture: only the length counts. Whether it is easy to guess is checked by the server. */
const newPasswordSchema = z
  .string("auth.passwordTooShort")
  .min(passwordLength.min, "auth.passwordTooShort")
  .max(passwordLength.max, "auth.passwordTooLong");

export const signUpSchema = z.object({
  name: displayNameSchema("auth.nameRequired"),
  businessName: displayNameSchema("auth.businessNameRequired"),
  email: emailSchema,
  password: newPasswordSchema,
  /** The version of the operator's terms that was accepted. */
  terms: z.string().optional(),
});
export type SignUp = z.output<typeof signUpSchema>;

/** A new person's sign-up by an invitation. The email is the invitation's. */
export const joinSchema = signUpSchema.pick({ name: true, password: true }).extend(acceptSchema.shape);
export type Joining = z.output<typeof joinSchema>;

export const signInSchema = z.object({
  email: emailSchema,
  password: z.string("auth.passwordRequired").min(1, "auth.passwordRequired").max(passwordLength.max, "auth.wrong"),
  next: z.string().optional(),
});
export type SignIn = Pick<z.output<typeof signInSchema>, "email" | "password">;

export const linkTokenSchema = z.string("auth.linkDead").regex(/^[\w-]{43}$/, "auth.linkDead");

export const verifyEmailSchema = z.object({ token: linkTokenSchema });

export const resendSchema = z.object({ email: emailSchema });

export const forgotSchema = z.object({ email: emailSchema });

export const resetSchema = z.object({ password: newPasswordSchema });

/** A current password: it is compared, never validated. */
const passwordSchema = z
  .string("auth.passwordRequired")
  .min(1, "auth.passwordRequired")
  .max(passwordLength.max, "auth.wrongPassword");

export const stepUpSchema = z.object({ password: passwordSchema });

export const changePasswordSchema = z.object({ password: passwordSchema, newPassword: newPasswordSchema });
export type ChangePassword = z.output<typeof changePasswordSchema>;

export const changeEmailSchema = z.object({ email: emailSchema });

export const profileSchema = z.object({
  name: displayNameSchema("auth.nameRequired"),
  phone: phoneSchema,
  locale: z.enum(locales, "account.localeUnknown"),
  timeZone: z.string("account.timeZoneUnknown").refine(isTimeZone, "account.timeZoneUnknown"),
});
export type Profile = z.output<typeof profileSchema>;

/** A code where the account has a second factor. */
export const undoEmailSchema = z.object({ code: anyCodeSchema.shape.code.optional() });

export const nothingSchema = z.object({});
