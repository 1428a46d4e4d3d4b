import "server-only";
import type { Device } from "@/lib/access/principals/device";
import { secondFactorOf } from "@/lib/access/sessions/second-factor";
import { sessionSeconds } from "@/lib/access/sessions/service";
import { recordSignIn } from "@/lib/people/sign-in-log/record";
import { firstSinceRemovalOf } from "@/lib/people/sign-in-log/sign-in-log";
import { clock } from "@/lib/platform/clock";
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
