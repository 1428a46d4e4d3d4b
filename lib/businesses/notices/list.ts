import "server-only";
import { isNoticeKind, type NoticeRow } from "@/lib/access/notices/schema";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock, days } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db, sql } from "@/lib/platform/db";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";

export const keptMs = days(180);

/** A larger count is shown as "99+", so no more are counted. */
const mostCounted = 100;

/** How many notices the viewer has not read, 100 at most. */
export async function countUnread({ userId }: Viewer): Promise<number> {
  const unread = `SELECT count(*)::int AS count FROM
    (SELECT FROM notices WHERE user_id = $1 AND read_at IS NULL LIMIT ${mostCounted}) AS unread`;
  const [row] = await sql<{ count: number }>("count-unread-notices", unread, [userId]);
  return row?.count ?? 0;
}

/** `next` is the cursor of the following page; null on the last one. */
export type NoticesPage = { notices: NoticeRow[]; next: string | null };

type Options = { cursor?: string | null; unread?: boolean; limit?: number; locale: Locale };

/** The viewer's own notices, newest first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listNotices(
  { userId }: Viewer,
  { cursor, unread, limit = 30, locale }: Options,
): Promise<NoticesPage> {
  const rows = await db.notice.findMany({
    where: {
      userId,
      createdAt: { gt: new Date(+clock.now() - keptMs) },
      ...(unread && { readAt: null }),
      AND: afterCursor(cursor),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const { rows: shown, next } = cutPage(rows, limit);
  return {
    notices: shown.map(({ id, kind, values, path, createdAt, readAt }) => ({
      id,
      path,
      createdAt,
      isRead: readAt !== null,
      text: noticeText(locale, kind, values),
    })),
    next,
  };
}

/** A notice's text. Another release may have written a kind that this one does not know. */
export const noticeText = (locale: Locale, kind: string, values: unknown): string =>
  isNoticeKind(kind)
    ? translate(locale, `mail.${kind}.subject`, values as Record<string, string | number>)
    : translate(locale, "notices.unknownKind");

const deleteOldNotices = `DELETE FROM notices WHERE id IN
  (SELECT id FROM notices WHERE created_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes notices older than 180 days, 1,000 at most, and returns how many. */
export async function sweepNotices(): Promise<number> {
  return (await sql("sweep-notices", deleteOldNotices, [new Date(+clock.now() - keptMs)])).length;
}
