import "server-only";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
import { voidLinks } from "@/lib/platform/mail/links";
import { secondFactorOf } from "./second-factor";

/** The longest lifetime of a session, whether or not it is used. */
export const sessionSeconds = days(14) / 1000;

/** A session that was seen last at this moment or before has ended: it was unused for seven days. */
export const idleSince = (): Date => new Date(+clock.now() - days(7));

/** The longest lifetime of a session of someone on the operating company's staff. */
const staffSessionSeconds = hours(8) / 1000;

type LiveSession = {
  userId: string;
  email: string;
  name: string;
  locale: Locale;
  chosenLocale: Locale | null;
  timeZone: string;
  pictureId: string | null;
  hasSecondFactor: boolean;
  freshAt: Date;
};

const liveSession = `
  SELECT u.id AS "userId", u.email, u.name, u.locale,
    CASE WHEN u.locale_chosen OR u.locale <> 'vi' THEN u.locale END AS "chosenLocale", u.time_zone AS "timeZone", u.picture_id AS "pictureId",
    s.fresh_at AS "freshAt", s.last_seen_at AS "lastSeenAt", ${secondFactorOf("u.id")} AS "hasSecondFactor"
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3
    AND (s.created_at > $2::timestamptz - interval '${staffSessionSeconds} seconds'
      OR NOT EXISTS (SELECT FROM staff_members WHERE user_id = s.user_id))`;

/** Ends those that are too old for staff: a member's may be older. `tx` removes the person from the staff. */
export async function endStaffSessions(tx: Transaction, userId: string): Promise<void> {
  const now = clock.now();
  const createdAt = { lte: new Date(+now - staffSessionSeconds * 1000) };
  await tx.session.updateMany({ where: { userId, revokedAt: null, createdAt }, data: { revokedAt: now } });
}

/** Null if it is revoked or expired. Read at each request, so that ending it takes effect at once. */
export async function findLiveSession(id: string): Promise<LiveSession | null> {
  const now = clock.now();
  const [found] = await sql<LiveSession & { lastSeenAt: Date }>("live-session", liveSession, [id, now, idleSince()]);
  if (!found) return null;
  const { lastSeenAt, ...session } = found;
  const minuteAgo = new Date(now.getTime() - minutes(1));
  if (lastSeenAt < minuteAgo) {
    await db.session.updateMany({ where: { id, lastSeenAt: { lt: minuteAgo } }, data: { lastSeenAt: now } });
  }
  return session;
}

/**
 * Throws NOT_SIGNED_IN if the session was ended since its request began: what that request wanted to change could undo
 * what ended it. `tx` has locked the person, as everything that ends the sessions of a person does.
 */
export async function requireLiveSession(tx: Transaction, sessionId: string): Promise<void> {
  const live = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM sessions WHERE id = ${sessionId} AND revoked_at IS NULL FOR SHARE`;
  if (live.length === 0) throw new AppError("NOT_SIGNED_IN");
}

/** Takes effect for the next request. Ending an ended session changes nothing. */
export async function endSession(id: string): Promise<void> {
  await db.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: clock.now() } });
}

/** Ends waiting sign-ins and email changes too, which one of these may have requested. `tx` has locked the person. */
export async function endSessions(
  userId: string,
  { except, tx = db }: { except?: string; tx?: Transaction } = {},
): Promise<void> {
  const now = clock.now();
  await tx.pendingSignIn.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
  await tx.session.updateMany({
    where: { userId, revokedAt: null, ...(except && { id: { not: except } }) },
    data: { revokedAt: now },
  });
  await voidLinks(tx, userId, ["change_email"]);
}

export async function endPendingSignIns(userId: string): Promise<void> {
  await db.pendingSignIn.updateMany({ where: { userId, usedAt: null }, data: { usedAt: clock.now() } });
}

/** The person has just proved their identity again. */
export async function markFresh(id: string): Promise<void> {
  await db.session.updateMany({ where: { id, revokedAt: null }, data: { freshAt: clock.now() } });
}

const keptDays = 90;

/** Deletes sessions that ended 90 days ago, with their addresses, and sign-ins whose wait ended a day ago. */
export async function sweepSessions(): Promise<void> {
  const now = +clock.now();
  const [longAgo, yesterday] = [new Date(now - days(keptDays)), new Date(now - days(1))];
  await db.session.deleteMany({ where: { OR: [{ revokedAt: { lte: longAgo } }, { expiresAt: { lte: longAgo } }] } });
  await db.pendingSignIn.deleteMany({ where: { expiresAt: { lte: yesterday } } });
}
