import "server-only";
import type { Device } from "@/lib/account/device";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";

export const signInResults = [
  "signed_in",
  "second_factor_needed",
  "proved_again",
  "wrong_password",
  "wrong_code",
  "wrong_passkey",
  "unverified",
  "must_reset",
  "locked",
] as const;
export type SignInResult = (typeof signInResults)[number];

export const attemptMethods = ["password", "totp", "recovery_code", "passkey", "mail_link"] as const;
export type AttemptMethod = (typeof attemptMethods)[number];

export type Attempt = {
  userId: string;
  result: SignInResult;
  method: AttemptMethod;
  device: Device;
  /** The session it began, or in which it was made. */
  sessionId?: string;
};

/** Writes down one attempt to sign in, or to prove oneself again, for the person's own eyes. */
export async function recordSignIn({ device, ...attempt }: Attempt): Promise<void> {
  await db.signInEntry.create({
    data: { id: newId("signIn"), ...attempt, ...device, createdAt: clock.now() },
    select: { id: true },
  });
}
