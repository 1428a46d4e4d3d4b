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
import { secondFactorOf } from "@/lib/access/sessions/second-factor";
import { endSession, endSessions, sessionSeconds } from "@/lib/access/sessions/service";
import { notifyNewDevice } from "@/lib/people/account/unknown-sign-in";
import { firstSinceRemovalOf, recordSignIn } from "@/lib/people/sign-in-log/sign-in-log";
import { cancelReset } from "@/lib/people/two-factor/reset/reset";
import { clock } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { SignInMethod } from "@/prisma/generated/enums";

type Beginning = {
  userId: string;
  /** The last proof that was given. */
  method: SignInMethod;
  device: Device;
  /** The browser, by which it is recognized for this person again. */
  fingerprint: string;
  /** The hash of the password that was proved, if any: nothing is started if it has changed since. */
  passwordHash?: string;
  /** Whether the proof counts as a recent one for dangerous actions. True if it is not set. */
  isFresh?: boolean;
};

export type Begun = {
  sessionId: string;
  /** Whether the person signed in with this browser before; `first`: there was no sign-in to this account. */
  meeting: "first" | "known" | "new";
  /** Whether this is the first sign-in since their second factors were removed. */
  isFirstSinceRemoval: boolean;
};

// Waits for a password change or an end of all sessions that runs now, and for the person's other sign-ins.
const lockUser = `
  SELECT id FROM users WHERE id = $1 AND NOT must_reset_password AND ($2::text IS NULL OR password_hash = $2)
  FOR NO KEY UPDATE`;

const selectPast = `
  SELECT ${secondFactorOf("$1")} AS "hasFactor", ${firstSinceRemovalOf("$1")} AS "isFirstSinceRemoval",
    EXISTS (SELECT FROM known_devices WHERE user_id = $1) OR EXISTS (SELECT FROM sessions WHERE user_id = $1) AS "wasHere"`;

type Past = { hasFactor: boolean; isFirstSinceRemoval: boolean; wasHere: boolean };

const rememberDevice = `
  INSERT INTO known_devices (user_id, fingerprint, created_at, last_seen_at) VALUES ($1, $2, $3, $3)
  ON CONFLICT (user_id, fingerprint) DO UPDATE SET last_seen_at = excluded.last_seen_at
  RETURNING xmax = 0 AS "isNew"`;

const insertSession = `
  INSERT INTO sessions (id, user_id, ip, user_agent, device, method, created_at, last_seen_at, fresh_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7, $8, $7::timestamptz + interval '${sessionSeconds} seconds')`;

/**
 * Returns null, with an entry in the log, if only a password was given and the person has a second factor: looked up
 * here, so that one added a moment ago counts. Throws NOT_SIGNED_IN if the account is deleted or its password has
 * changed.
 */
export async function beginSession(beginning: Beginning): Promise<Begun | null> {
  const { userId, method, device, fingerprint, passwordHash = null, isFresh = true } = beginning;
  return transaction(async (sql) => {
    const [user] = await sql("lock-signing-in", lockUser, [userId, passwordHash]);
    const [past] = await sql<Past>("look-at-signing-in", selectPast, [userId]);
    if (!user || !past) throw new AppError("NOT_SIGNED_IN", { message: "auth.wrong" });
    if (method === "password" && past.hasFactor) {
      await recordSignIn({ userId, result: "second_factor_needed", method, device }, sql);
      return null;
    }
    const now = clock.now();
    const sessionId = newId("session");
    const [browser] = await sql<{ isNew: boolean }>("remember-device", rememberDevice, [userId, fingerprint, now]);
    const { ip, userAgent } = device;
    const freshAt = isFresh ? now : new Date(0);
    await sql("begin-session", insertSession, [sessionId, userId, ip, userAgent, fingerprint, method, now, freshAt]);
    await recordSignIn({ userId, result: "signed_in", method, device, sessionId }, sql);
    const meeting = !browser?.isNew ? "known" : past.wasHere ? "new" : "first";
    return { sessionId, meeting, isFirstSinceRemoval: past.isFirstSinceRemoval };
  });
}

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
  // A factor that signs in is not lost, so a pending removal ends.
  const isFactor = method !== "password" && method !== "mail_link";
  if (isFactor) await cancelReset(userId, { method, device, sessionId: begun.sessionId });
  if (begun.meeting === "new") await notifyNewDevice({ userId, device, fingerprint });
  return begun;
}
