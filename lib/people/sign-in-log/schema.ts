import { z } from "zod";
import { urlParameter } from "@/lib/platform/url-parameter";

/** The result of an attempt to sign in, or to prove one's identity again; each has a text under `signInLog.results`. */
export const goodResults = [
  "signed_in",
  "second_factor_needed",
  "proved_again",
  "reset_asked",
  "reset_begun",
  "reset_cancelled",
  "reset_done",
] as const;
export const badResults = [
  "wrong_password",
  "wrong_code",
  "wrong_passkey",
  "unverified",
  "must_reset",
  "locked",
] as const;
/** No failures, and yet a warning sign if the person did not do it. */
export const alarmingResults: readonly SignInResult[] = ["reset_asked", "reset_begun", "reset_done"];
export type SignInResult = (typeof goodResults)[number] | (typeof badResults)[number];

export const attemptMethods = ["password", "totp", "recovery_code", "passkey", "mail_link"] as const;
export type AttemptMethod = (typeof attemptMethods)[number];

export const resultGroups = ["good", "bad"] as const;

/** Days back from now; all if none is chosen. */
export const signInPeriods = ["1", "7", "30"] as const;

export const signInFilterSchema = z.object({
  result: urlParameter(z.enum(resultGroups)),
  method: urlParameter(z.enum(attemptMethods)),
  days: urlParameter(z.enum(signInPeriods)),
});
export type SignInFilter = z.infer<typeof signInFilterSchema>;

export const signInAddressSchema = signInFilterSchema.extend({ cursor: urlParameter(z.string()) });
export type SignInAddress = z.infer<typeof signInAddressSchema>;
