import "server-only";
import { clock, days } from "@/lib/clock";
import { hmac } from "@/lib/crypto";
import { sql } from "@/lib/db";
import { env } from "@/lib/env";

/** How long a browser that is not seen again is remembered: as long as browsers keep a cookie at most. */
export const deviceDays = 400;

/** What we keep of a browser's token, another one for each person who signs in with it. */
export const deviceFingerprint = (userId: string, token: string): string =>
  hmac(env.NEXTAUTH_SECRET, `device:${userId}:${token}`);

/** `first`: nobody ever signed in as this person before. */
export type Meeting = "first" | "known" | "new";

// The first question sees the table as it was before the second one writes to it.
const meet = `
  WITH earlier AS (
    SELECT EXISTS (SELECT FROM known_devices WHERE user_id = $1)
      OR EXISTS (SELECT FROM sessions WHERE user_id = $1) AS any
  ), met AS (
    INSERT INTO known_devices (user_id, fingerprint, created_at, last_seen_at) VALUES ($1, $2, $3, $3)
    ON CONFLICT (user_id, fingerprint) DO UPDATE SET last_seen_at = $3 RETURNING xmax = 0 AS "isNew"
  )
  SELECT CASE WHEN NOT met."isNew" THEN 'known' WHEN earlier.any THEN 'new' ELSE 'first' END AS meeting
  FROM met, earlier`;

/** Notes that a person signs in with a browser, before the session is made, and says whether they ever did before. */
export async function meetDevice(userId: string, fingerprint: string): Promise<Meeting> {
  const [row] = await sql<{ meeting: Meeting }>("meet-device", meet, [userId, fingerprint, clock.now()]);
  return row?.meeting ?? "new";
}

/**
 * The fingerprint of this token's browser, when it has signed in to the account of this address before. An address
 * without an account is asked after in the same way.
 */
export async function findKnownDevice(email: string, token: string): Promise<string | null> {
  const [user] = await sql<{ id: string }>("device-owner", "SELECT id FROM users WHERE email = $1", [email]);
  const userId = user?.id ?? "nobody";
  const fingerprint = deviceFingerprint(userId, token);
  const known = "SELECT FROM known_devices WHERE user_id = $1 AND fingerprint = $2";
  return (await sql("known-device", known, [userId, fingerprint])).length > 0 ? fingerprint : null;
}

// The one that was seen last stays, however old: without any, the next sign-in would pass for the first.
const forget = `
  DELETE FROM known_devices d WHERE last_seen_at <= $1 AND EXISTS
    (SELECT FROM known_devices later WHERE later.user_id = d.user_id
      AND (later.last_seen_at, later.fingerprint) > (d.last_seen_at, d.fingerprint))`;

/** Forgets browsers that have not been used to sign in for 400 days: their cookie is gone too. */
export async function sweepDevices(): Promise<void> {
  await sql("sweep-devices", forget, [new Date(+clock.now() - days(deviceDays))]);
}
