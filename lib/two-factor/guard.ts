import "server-only";
import { clock, hours } from "@/lib/clock";
import { db, sql } from "@/lib/db";

/** So many wrong codes in any 24 hours, over all sessions: a chance of at most 0.8 % in a year of daily guessing. */
export const triesADay = 10;

/**
 * So many of them under one password: whoever knows it and guesses codes uses up these, and a new password, which they
 * do not know, leaves its owner the rest of the day's.
 */
export const triesPerPassword = 5;
const windowMs = hours(24);
const purpose = "totp";

const recent = "ARRAY(SELECT tried FROM unnest(g.failed_at) AS tried WHERE tried > $3)";
const underPassword = `(SELECT count(*) FROM unnest(g.failed_at) AS tried, users
  WHERE users.id = $1 AND tried > $3 AND (password_changed_at IS NULL OR tried > password_changed_at))`;

/**
 * Takes one of the day's tries, before the code is looked at: however many ask at once, only so many are let through.
 * `most`: of the day's tries, where fewer are to be let through than otherwise. Answers the try, to be given back when
 * its code was right; null when none is left.
 */
export async function claimTry(userId: string, most = triesADay): Promise<Date | null> {
  const now = clock.now();
  const rows = await sql(
    "two-factor-claim",
    `INSERT INTO attempt_guards AS g (user_id, purpose, failed_at) VALUES ($1, '${purpose}', ARRAY[$2::timestamptz])
     ON CONFLICT (user_id, purpose) DO UPDATE SET failed_at = ${recent} || $2::timestamptz
     WHERE cardinality(${recent}) < $4 AND ${underPassword} < ${triesPerPassword} RETURNING 1`,
    [userId, now, new Date(+now - windowMs), most],
  );
  return rows.length === 1 ? now : null;
}

/** The code was right: the try does not count. */
export async function giveBackTry(userId: string, tried: Date): Promise<void> {
  await sql(
    "two-factor-give-back",
    `UPDATE attempt_guards SET failed_at = failed_at[:array_position(failed_at, $2) - 1]
       || failed_at[array_position(failed_at, $2) + 1:]
     WHERE user_id = $1 AND purpose = '${purpose}' AND $2 = ANY(failed_at)`,
    [userId, tried],
  );
}

/** When codes are accepted again; null while they are. */
export async function findLockEnd(userId: string): Promise<Date | null> {
  const guard = await db.attemptGuard.findUnique({
    where: { userId_purpose: { userId, purpose } },
    select: { failedAt: true, user: { select: { passwordChangedAt: true } } },
  });
  const since = +clock.now() - windowMs;
  const failures = (guard?.failedAt ?? []).map(Number).filter((failed) => failed > since);
  const changedAt = Number(guard?.user.passwordChangedAt ?? 0);
  const ends = [
    endOf(failures, triesADay),
    endOf(
      failures.filter((failed) => failed > changedAt),
      triesPerPassword,
    ),
  ];
  const last = Math.max(...ends);
  return last > 0 ? new Date(last) : null;
}

/** When fewer than `most` of these failures count again, in milliseconds; 0 while fewer do. */
function endOf(failures: number[], most: number): number {
  const [first] = failures.toSorted((a, b) => a - b).slice(Math.max(0, failures.length - most));
  return failures.length < most || first === undefined ? 0 : first + windowMs;
}

/** Whether the person is to be told of a failure now: once in 24 hours, however many fail at once. */
export async function claimWarning(userId: string): Promise<boolean> {
  const now = clock.now();
  const rows = await sql(
    "two-factor-warning",
    `INSERT INTO attempt_guards AS g (user_id, purpose, told_at) VALUES ($1, '${purpose}', $2)
     ON CONFLICT (user_id, purpose) DO UPDATE SET told_at = $2 WHERE g.told_at IS NULL OR g.told_at <= $3 RETURNING 1`,
    [userId, now, new Date(+now - windowMs)],
  );
  return rows.length === 1;
}
