import "server-only";
import { entryColumns } from "@/lib/activity/record";
import { firstSinceRemovalOf } from "@/lib/activity/removal";
import { clock } from "@/lib/clock";
import { sql } from "@/lib/db";
import type { Device } from "@/lib/device";
import { newId } from "@/lib/ids";
import type { SignInMethod } from "@/prisma/generated/enums";
import { secondFactorOf } from "./second-factor";
import { sessionSeconds } from "./service";

type Beginning = {
  userId: string;
  /** The proof that was given last. */
  method: SignInMethod;
  device: Device;
  /** The browser, by which it is known to this person again. */
  fingerprint: string;
};

export type Begun = {
  sessionId: string;
  /** Whether the person ever signed in with this browser before; `first`: nobody ever signed in as them before. */
  meeting: "first" | "known" | "new";
  /** Whether nobody has signed in since their second factors were removed. */
  isFirstSinceRemoval: boolean;
};

// All of it sees the tables as they were before it wrote to them.
const begin = `
  WITH found AS MATERIALIZED (
    SELECT $2 = 'password' AND ${secondFactorOf("$1")} AS "needsMore",
      EXISTS (SELECT FROM known_devices WHERE user_id = $1)
        OR EXISTS (SELECT FROM sessions WHERE user_id = $1) AS "wasHere",
      ${firstSinceRemovalOf("$1")} AS "isFirstSinceRemoval"
  ), met AS (
    INSERT INTO known_devices (user_id, fingerprint, created_at, last_seen_at)
    SELECT $1, $5, $7, $7 FROM found WHERE NOT "needsMore"
    ON CONFLICT (user_id, fingerprint) DO UPDATE SET last_seen_at = $7 RETURNING xmax = 0 AS "isNew"
  ), begun AS (
    INSERT INTO sessions (id, user_id, ip, user_agent, device, method, created_at, last_seen_at, fresh_at, expires_at)
    SELECT $6, $1, $3, $4, $5, $2::text::"SignInMethod", $7, $7, $7, $8 FROM found WHERE NOT "needsMore"
    RETURNING id
  ), noted AS (
    INSERT INTO sign_in_entries ${entryColumns}
    SELECT $9, $1, CASE WHEN "needsMore" THEN 'second_factor_needed' ELSE 'signed_in' END, $2, $3, $4,
      (SELECT id FROM begun), $7 FROM found
  )
  SELECT "needsMore", "isFirstSinceRemoval",
    CASE WHEN NOT "isNew" THEN 'known' WHEN "wasHere" THEN 'new' ELSE 'first' END AS meeting
  FROM found LEFT JOIN met ON true`;

/**
 * Signs a person in: the session, the browser and the line in their log, in one statement, which is all or nothing and
 * waits for the disk once. Null, and a line that says so, when a password is all that was given and there is a second
 * factor: that is looked up here, so that one which was added a moment ago counts.
 */
export async function beginSession({ userId, method, device, fingerprint }: Beginning): Promise<Begun | null> {
  const [sessionId, now] = [newId("session"), clock.now()];
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000);
  const { ip, userAgent } = device;
  const values = [userId, method, ip, userAgent, fingerprint, sessionId, now, expiresAt, newId("signIn")];
  const [row] = await sql<Omit<Begun, "sessionId"> & { needsMore: boolean }>("begin-session", begin, values);
  if (!row) throw new Error("beginning a session answers one row");
  const { needsMore, ...facts } = row;
  return needsMore ? null : { sessionId, ...facts };
}
