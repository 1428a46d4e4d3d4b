import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { voidLinks } from "@/lib/platform/mail/links";
import { type NamedAgent, nameAgent } from "@/lib/platform/net/user-agent";
import type { SignInMethod } from "@/prisma/generated/enums";
import { idleSince } from "./service";

export type SessionRow = NamedAgent & {
  id: string;
  ip: string | null;
  method: SignInMethod;
  createdAt: Date;
  /** To the minute. */
  lastSeenAt: Date;
  isCurrent: boolean;
};

/** The viewer's own active sessions: the current one, then the others by when they were last seen. */
export async function listSessions({ userId, sessionId }: Viewer): Promise<SessionRow[]> {
  const rows = await db.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: clock.now() }, lastSeenAt: { gt: idleSince() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    select: { id: true, ip: true, userAgent: true, method: true, createdAt: true, lastSeenAt: true },
  });
  const sessions = rows.map(({ userAgent, ...row }) => ({
    ...row,
    ...nameAgent(userAgent),
    isCurrent: row.id === sessionId,
  }));
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Voids a pending email change, unless it ends the current one. Throws NOT_FOUND for another's or a missing one. */
export async function endOwnSession({ userId, sessionId }: Viewer, id: string): Promise<void> {
  const { count } = await db.session.updateMany({
    where: { id, userId, revokedAt: null },
    data: { revokedAt: clock.now() },
  });
  if (count === 0) throw new AppError("NOT_FOUND", { message: "sessions.unknown" });
  if (id !== sessionId) await voidLinks(db, userId, ["change_email"]);
}
