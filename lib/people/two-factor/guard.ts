import "server-only";
import { clock, hours } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";

/** Wrong codes in any 24 hours, over all sessions: a chance of at most 0.8 % in a year of daily guessing. */
export const attemptsADay = 10;

/** An attacker who knows the password uses these up; a new password leaves its owner the rest of the day's attempts. */
export const attemptsPerPassword = 5;
const windowMs = hours(24);
const purpose = "totp";

const recentAttempts = "ARRAY(SELECT tried FROM unnest(g.failed_at) AS tried WHERE tried > $3)";
const underPassword = `(SELECT count(*) FROM unnest(g.failed_at) AS tried, users
  WHERE users.id = $1 AND tried > $3 AND (password_changed_at IS NULL OR tried > password_changed_at))`;

/**
 * Takes an attempt before the code is checked: of any number at once, only so many are let through. `maxAttempts`: a lower
 * limit of the day's. Returns the attempt, to be given back if its code was correct; null if none is left.
 */
export async function claimAttempt(userId: string, maxAttempts = attemptsADay): Promise<Date | null> {
  const now = clock.now();
  const rows = await sql(
    "two-factor-claim",
    `INSERT INTO attempt_guards AS g (user_id, purpose, failed_at) VALUES ($1, '${purpose}', ARRAY[$2::timestamptz])
     ON CONFLICT (user_id, purpose) DO UPDATE SET failed_at = ${recentAttempts} || $2::timestamptz
     WHERE cardinality(${recentAttempts}) < $4 AND ${underPassword} < ${attemptsPerPassword} RETURNING 1`,
    [userId, now, new Date(+now - windowMs), maxAttempts],
  );
  return rows.length === 1 ? now : null;
}

/** The code was correct: the attempt does not count. */
export async function returnAttempt(userId: string, tried: Date): Promise<void> {
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
    endOf(failures, attemptsADay),
    endOf(
      failures.filter((failed) => failed > changedAt),
      attemptsPerPassword,
    ),
  ];
  const last = Math.max(...ends);
  return last > 0 ? new Date(last) : null;
}

/** When fewer than `maxAttempts` of these failures count again, in milliseconds; 0 while fewer do. */
function endOf(failures: number[], maxAttempts: number): number {
  const [first] = failures.toSorted((a, b) => a - b).slice(Math.max(0, failures.length - maxAttempts));
  return failures.length < maxAttempts || first === undefined ? 0 : first + windowMs;
}

/** Whether to email the person about a failure now: once in 24 hours, however many fail at once. */
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
