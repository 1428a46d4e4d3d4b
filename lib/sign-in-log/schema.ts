import { z } from "zod";

/** What came of an attempt to sign in, or to prove oneself again; each has its words under `activity.results`. */
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
/** No failures, and yet alarming to whoever did not do it. */
export const alarmingResults: readonly SignInResult[] = ["reset_asked", "reset_begun", "reset_done"];
export type SignInResult = (typeof goodResults)[number] | (typeof badResults)[number];

export const attemptMethods = ["password", "totp", "recovery_code", "passkey", "mail_link"] as const;
export type AttemptMethod = (typeof attemptMethods)[number];

export const resultGroups = ["good", "bad"] as const;

/** Days back from now; all there is when none is chosen. */
export const activityPeriods = ["1", "7", "30"] as const;

/** What the list may be narrowed to; anything else is as if it were not there. */
export const activityFilterSchema = z.object({
  result: z.enum(resultGroups).optional().catch(undefined),
  method: z.enum(attemptMethods).optional().catch(undefined),
  days: z.enum(activityPeriods).optional().catch(undefined),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

/** What the activity page's address asks for. */
export const activityAddressSchema = activityFilterSchema.extend({ cursor: z.string().optional().catch(undefined) });
export type ActivityAddress = z.infer<typeof activityAddressSchema>;
