import "server-only";
import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { issueCookie, readCookie } from "@/lib/access/auth/cookie";
import { deviceOf } from "@/lib/access/auth/device";
import { sameSitePath } from "@/lib/access/auth/next-path";
import { issueTicket, type PendingSignIn, spendTicket } from "@/lib/access/auth/ticket";
import { endSession, endSessions } from "@/lib/access/sessions/service";
import type { Begun } from "@/lib/people/sign-in/begin-session";
import { AppError } from "@/lib/platform/errors";
import type { SignInMethod } from "@/prisma/generated/enums";
import { startSession } from "./start-session";

/** `passwordHash` is of the password that was proved. */
type Proved = SigningIn & { passwordHash?: string };

type SigningIn = { userId: string /** Where to go next, as sent by the browser. */; next: unknown };

type Enough = Exclude<SignInMethod, "password">;

/** After the correct password: signs in, or asks for the second proof if there is one. Ends in a redirect. */
export async function continueSignIn({ userId, passwordHash, next }: Proved): Promise<never> {
  const begun = await startSession(userId, "password", deviceOf(await headers()), { passwordHash });
  if (begun) return enter(begun, { userId, next: begun.isFirstSinceRemoval ? "/account/security" : next });
  await issueTicket({ userId, next: goOn(next) });
  redirect("/sign-in/two-factor" as Route);
}

/** After the second proof. Ends in a redirect; throws NOT_SIGNED_IN if the ticket was used meanwhile. */
export async function completeSignIn(
  { id, userId, next }: PendingSignIn,
  method: Enough,
  { isFresh = true } = {},
): Promise<never> {
  if (!(await spendTicket(id))) throw new AppError("NOT_SIGNED_IN", { message: "auth.ticketOver" });
  // A recovery code means that a device was lost: the sessions it left open are ended.
  if (method === "recovery_code") await endSessions(userId);
  return finishSignIn({ userId, method, next, isFresh });
}

/** After a proof that is enough by itself. Ends in a redirect. */
export async function finishSignIn({
  method,
  isFresh,
  ...signingIn
}: SigningIn & { method: Enough; isFresh?: boolean }): Promise<never> {
  const begun = await startSession(signingIn.userId, method, deviceOf(await headers()), { isFresh });
  if (!begun) throw new Error("only a password may not be enough");
  return enter(begun, signingIn);
}

/** Gives this browser its session; its previous one ends. */
async function enter({ sessionId }: Begun, { userId, next }: SigningIn): Promise<never> {
  const before = await readCookie();
  if (before) await endSession(before.sid);
  await issueCookie({ sid: sessionId, uid: userId });
  redirect(goOn(next) as Route);
}

const goOn = (next: unknown): string => sameSitePath(next) ?? "/console";
