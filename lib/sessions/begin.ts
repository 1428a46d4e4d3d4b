import "server-only";
import { entryColumns } from "@/lib/activity/record";
import { firstSinceRemovalOf } from "@/lib/activity/removal";
import { clock } from "@/lib/clock";
import { sql } from "@/lib/db";
import type { Device } from "@/lib/device";
import { Refusal } from "@/lib/errors";
import { gather } from "@/lib/gather";
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
  /** The hash of the password that was proved, where that is what begins it: one that was changed since begins nothing. */
  passwordHash?: string;
};

export type Begun = {
  sessionId: string;
  /** Whether the person ever signed in with this browser before; `first`: nobody ever signed in as them before. */
  meeting: "first" | "known" | "new";
  /** Whether nobody has signed in since their second factors were removed. */
  isFirstSinceRemoval: boolean;
};

// All of it sees the tables as they were before it wrote to them. Nobody it begins for can be deleted meanwhile, which
// would fail it for all of them; and who changes a password meanwhile, or has its sign-ins ended, ends this one too.
const begin = `
  WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::timestamptz[])
      AS asked (session_id, entry_id, user_id, method, ip, user_agent, fingerprint, proved_hash, at)
  ), found AS MATERIALIZED (
    SELECT asked.*, method = 'password' AND ${secondFactorOf("asked.user_id")} AS needs_more,
      EXISTS (SELECT FROM known_devices WHERE user_id = asked.user_id)
        OR EXISTS (SELECT FROM sessions WHERE user_id = asked.user_id) AS was_here,
      ${firstSinceRemovalOf("asked.user_id")} AS is_first_since_removal
    FROM asked JOIN users ON users.id = asked.user_id
      AND NOT must_reset_password AND (proved_hash IS NULL OR password_hash = proved_hash) FOR SHARE OF users
  ), met AS (
    INSERT INTO known_devices (user_id, fingerprint, created_at, last_seen_at)
    SELECT DISTINCT ON (user_id, fingerprint) user_id, fingerprint, at, at FROM found WHERE NOT needs_more
    ORDER BY user_id, fingerprint
    ON CONFLICT (user_id, fingerprint) DO UPDATE SET last_seen_at = excluded.last_seen_at
    RETURNING user_id, fingerprint, xmax = 0 AS is_new
  ), begun AS (
    INSERT INTO sessions (id, user_id, ip, user_agent, device, method, created_at, last_seen_at, fresh_at, expires_at)
    SELECT session_id, user_id, ip, user_agent, fingerprint, method::"SignInMethod", at, at, at,
      at + interval '${sessionSeconds} seconds' FROM found WHERE NOT needs_more
    RETURNING id
  ), noted AS (
    INSERT INTO sign_in_entries ${entryColumns}
    SELECT entry_id, user_id, CASE WHEN needs_more THEN 'second_factor_needed' ELSE 'signed_in' END, method, ip,
      user_agent, begun.id, at FROM found LEFT JOIN begun ON begun.id = session_id
  )
  SELECT session_id AS "sessionId", needs_more AS "needsMore", is_first_since_removal AS "isFirstSinceRemoval",
    CASE WHEN NOT is_new OR row_number() OVER (PARTITION BY user_id, fingerprint ORDER BY session_id) > 1 THEN 'known'
      WHEN was_here THEN 'new' ELSE 'first' END AS meeting
  FROM found LEFT JOIN met USING (user_id, fingerprint)`;

type Row = Begun & { needsMore: boolean };
type Asked = Beginning & { sessionId: string; entryId: string; at: Date; row?: Row };

/** Of many sign-ins at once, one waits this long for others, which then share its trip to the database and the disk. */
const pauseMs = 50;

const beginTogether = gather(
  async (asked: Asked[]) => {
    const columns = [
      asked.map(({ sessionId }) => sessionId),
      asked.map(({ entryId }) => entryId),
      asked.map(({ userId }) => userId),
      asked.map(({ method }) => method),
      asked.map(({ device }) => device.ip),
      asked.map(({ device }) => device.userAgent),
      asked.map(({ fingerprint }) => fingerprint),
      asked.map(({ passwordHash }) => passwordHash ?? null),
      asked.map(({ at }) => at),
    ];
    const rows = await sql<Row>("begin-sessions", begin, columns);
    const bySession = new Map(rows.map((row) => [row.sessionId, row]));
    for (const one of asked) one.row = bySession.get(one.sessionId);
  },
  { pauseMs },
);

/**
 * Signs a person in: the session, the browser and the line in their log, in one statement, which is all or nothing and
 * waits for the disk once. Null, and a line that says so, when a password is all that was given and there is a second
 * factor: that is looked up here, so that one which was added a moment ago counts. Throws NOT_SIGNED_IN when the account
 * is gone, or its password is another by now.
 */
export async function beginSession(beginning: Beginning): Promise<Begun | null> {
  const asked: Asked = { ...beginning, sessionId: newId("session"), entryId: newId("signIn"), at: clock.now() };
  await beginTogether(asked);
  if (!asked.row) throw new Refusal("NOT_SIGNED_IN", { message: "auth.wrong" });
  const { needsMore, ...begun } = asked.row;
  return needsMore ? null : begun;
}
