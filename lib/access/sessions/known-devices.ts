import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** How long a browser that is not used is remembered: as long as browsers store a cookie at most. */
export const deviceDays = 400;

/** The stored form of a browser's token, different for each person who signs in with it. */
export const deviceFingerprint = (userId: string, token: string): string =>
  hmac(env.NEXTAUTH_SECRET, `device:${userId}:${token}`);

/** SQL: the fingerprints of all browsers the person of this id has signed in with. */
export const knownDevicesOf = (userId: string): string =>
  `ARRAY(SELECT fingerprint FROM known_devices WHERE user_id = ${userId})`;

// The last one used stays, however old: without any, the next sign-in would count as the first.
const forget = `
  DELETE FROM known_devices d WHERE last_seen_at <= $1 AND EXISTS
    (SELECT FROM known_devices later WHERE later.user_id = d.user_id
      AND (later.last_seen_at, later.fingerprint) > (d.last_seen_at, d.fingerprint))`;

/** Deletes browsers that have not been used to sign in for 400 days: their cookie has expired too. */
export async function sweepDevices(): Promise<void> {
  await sql("sweep-devices", forget, [new Date(+clock.now() - days(deviceDays))]);
}
