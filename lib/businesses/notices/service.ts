import "server-only";
import { isMailedAtFirst, type OptionalKind, optionalKinds } from "@/lib/access/notices/schema";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** Marks one of the viewer's notices as read. Throws NOT_FOUND for any other notice. */
export async function markRead({ userId }: Viewer, id: string): Promise<void> {
  const { count } = await db.notice.updateMany({ where: { id, userId, readAt: null }, data: { readAt: clock.now() } });
  if (count > 0) return;
  const isTheirs = await db.notice.count({ where: { id, userId } });
  if (isTheirs === 0) throw new AppError("NOT_FOUND", { message: "notices.unknown" });
}

export async function markAllRead({ userId }: Viewer): Promise<void> {
  await db.notice.updateMany({ where: { userId, readAt: null }, data: { readAt: clock.now() } });
}

export async function getNoticePreferences({ userId }: Viewer): Promise<Record<OptionalKind, boolean>> {
  const rows = await db.noticePreference.findMany({ where: { userId }, select: { kind: true, email: true } });
  const isOn = (kind: OptionalKind) => rows.find((row) => row.kind === kind)?.email ?? isMailedAtFirst(kind);
  return Object.fromEntries(optionalKinds.map((kind) => [kind, isOn(kind)])) as Record<OptionalKind, boolean>;
}

export async function setNoticePreferences({ userId }: Viewer, wanted: Record<OptionalKind, boolean>): Promise<void> {
  await db.$transaction(
    optionalKinds.map((kind) =>
      db.noticePreference.upsert({
        where: { userId_kind: { userId, kind } },
        create: { userId, kind, email: wanted[kind] },
        update: { email: wanted[kind] },
      }),
    ),
  );
}
