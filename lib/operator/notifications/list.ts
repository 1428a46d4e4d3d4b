import "server-only";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { listActsAbout } from "../history";
import type { NotificationFilter, NotificationState } from "./schema";

const pageSize = 40;

const notificationColumns = {
  id: true,
  provider: true,
  receivedAt: true,
  network: true,
  status: true,
  reason: true,
  attempts: true,
  processedAt: true,
  dueAt: true,
  contentType: true,
} as const;

/** Notifications of providers of the last 30 days without their bodies, the newest first. */
export async function listNotifications(staff: StaffMember, filter: NotificationFilter, cursor?: string) {
  requireRight(staff, "read");
  const { state: status, provider } = filter;
  const found = await db.bankNotification.findMany({
    where: { status, provider, ...(cursor && { id: { lt: cursor } }) },
    orderBy: { id: "desc" },
    select: notificationColumns,
    take: pageSize + 1,
  });
  const rows = found.slice(0, pageSize).map((row) => ({ ...row, status: row.status as NotificationState }));
  return { rows, next: found.length > pageSize ? (rows.at(-1)?.id ?? null) : null };
}

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>["rows"][number];

/** One of them, without its body, which `readNotification` returns. Throws NOT_FOUND. */
export async function findNotification(staff: StaffMember, id: string) {
  requireRight(staff, "read");
  const reports = { select: { source: true, sourceId: true, transferId: true }, take: 50 } as const;
  const found = await db.bankNotification.findUnique({ where: { id }, select: { ...notificationColumns, reports } });
  if (!found) throw new AppError("NOT_FOUND");
  const history = await listActsAbout(id, ["notificationId"]);
  return { ...found, status: found.status as NotificationState, history };
}

export type NotificationDetail = Awaited<ReturnType<typeof findNotification>>;
