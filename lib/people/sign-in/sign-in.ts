import "server-only";
import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { issueCookie, readCookie } from "@/lib/access/auth/cookie";
import { deviceOf } from "@/lib/access/auth/device";
import { sameSitePath } from "@/lib/access/auth/next-path";
import { keepDeviceToken, readDeviceToken } from "@/lib/access/auth/sealed-cookie";
import { issueTicket, type PendingSignIn, spendTicket } from "@/lib/access/auth/ticket";
import type { Device } from "@/lib/access/principals/device";
import { deviceFingerprint } from "@/lib/access/sessions/known-devices";
import { endSession, endSessions } from "@/lib/access/sessions/service";
import { notifyNewDevice } from "@/lib/people/account/unknown-sign-in/service";
import { cancelReset } from "@/lib/people/two-factor/reset/cancel";
import { newToken } from "@/lib/platform/crypto";
import { AppError } from "@/lib/platform/errors";
import type { SignInMethod } from "@/prisma/generated/enums";
import { type Begun, beginSession } from "./begin-session";

type SigningIn = {
  userId: string;
  /** Where to go next, as sent by the browser. */
  next: unknown;
};

/** `passwordHash` is the hash of the password that was proved. */
type Proved = SigningIn & { passwordHash?: string };

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

/**
 * Stores everything that a finished sign-in stores, and a cookie by which the browser is recognized. The session's id
 * is for the other cookie. Returns null if the person has a second factor and gave a password only, whose hash is
 * `passwordHash`. `isFresh`: whether the proof counts as recent. Throws NOT_SIGNED_IN if the password has changed.
 */
export async function startSession(
  userId: string,
  method: SignInMethod,
  device: Device,
  proof: { passwordHash?: string; isFresh?: boolean } = {},
): Promise<Begun | null> {
  const token = (await readDeviceToken()) ?? newToken();
  const fingerprint = deviceFingerprint(userId, token);
  const begun = await beginSession({ userId, method, device, fingerprint, ...proof });
  if (!begun) return null;
  await keepDeviceToken(token);
  if (isFactor(method)) await cancelReset(userId, { method, device, sessionId: begun.sessionId });
  if (begun.meeting === "new") await notifyNewDevice({ userId, device, fingerprint });
  return begun;
}

/** A factor that signs in is not lost, so a pending removal ends. */
const isFactor = (method: SignInMethod): boolean => method !== "password" && method !== "mail_link";
