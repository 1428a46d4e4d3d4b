import "server-only";
import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { recordSignIn } from "@/lib/activity/record";
import { Refusal } from "@/lib/errors";
import { hasSecondFactor } from "@/lib/sessions/second-factor";
import { endSession, endSessions } from "@/lib/sessions/service";
import { isFirstSinceRemoval } from "@/lib/two-factor/reset/removed";
import type { SignInMethod } from "@/prisma/generated/enums";
import { issueCookie, readCookie } from "./cookie";
import { deviceOf } from "./device";
import { sameSitePath } from "./next-path";
import { startSession } from "./start-session";
import { findPendingSignIn, issueTicket, type PendingSignIn, spendTicket } from "./ticket";

type SigningIn = { userId: string; method: SignInMethod /** Where to go on, as the browser said it. */; next: unknown };

/** After the right password: signs in, or asks for the second proof when there is one to ask for. Ends in a redirect. */
export async function continueSignIn({ userId, method, next }: SigningIn): Promise<never> {
  if (!(await hasSecondFactor(userId))) {
    const isFirst = await isFirstSinceRemoval(userId);
    return finishSignIn({ userId, method, next: isFirst ? "/account/security" : next });
  }
  await recordSignIn({ userId, result: "second_factor_needed", method, device: deviceOf(await headers()) });
  await issueTicket({ userId, next: goOn(next) });
  redirect("/sign-in/two-factor" as Route);
}

/** The sign-in that waits for its second proof in this browser. Throws NOT_SIGNED_IN when none does, or no longer. */
export async function requirePendingSignIn(): Promise<PendingSignIn> {
  const pending = await findPendingSignIn();
  if (!pending) throw new Refusal("NOT_SIGNED_IN", { message: "auth.ticketOver" });
  return pending;
}

/** After the second proof. Ends in a redirect; throws NOT_SIGNED_IN when the ticket was used meanwhile. */
export async function completeSignIn({ id, userId, next }: PendingSignIn, method: SignInMethod): Promise<never> {
  if (!(await spendTicket(id))) throw new Refusal("NOT_SIGNED_IN", { message: "auth.ticketOver" });
  // Whoever needs a recovery code has lost a device: what it left open is closed.
  if (method === "recovery_code") await endSessions(userId);
  return finishSignIn({ userId, method, next });
}

/** Signs this browser in, whatever was proved before; the session it had ends. Ends in a redirect. */
export async function finishSignIn({ userId, method, next }: SigningIn): Promise<never> {
  const before = await readCookie();
  const sid = await startSession(userId, method, deviceOf(await headers()));
  if (before) await endSession(before.sid);
  await issueCookie({ sid, uid: userId });
  redirect(goOn(next) as Route);
}

const goOn = (next: unknown): string => sameSitePath(next) ?? "/console";
