import "server-only";
import { clock, days, minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";

/** A sign-in lasts this long, whatever happens in between. */
export const sessionSeconds = days(14) / 1000;

/** Where a sign-in came from, as the browser and the connection tell it: for its owner's eyes, never for a decision. */
export type Device = { ip: string | null; userAgent: string | null };

export async function createSession(userId: string, device: Device): Promise<string> {
  const now = clock.now();
  const { id } = await db.session.create({
    data: {
      id: newId("session"),
      userId,
      ip: device.ip?.slice(0, 64) ?? null,
      userAgent: device.userAgent?.slice(0, 512) ?? null,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
    },
    select: { id: true },
  });
  return id;
}

/** The person behind a session that is neither revoked nor over; read at each request, so an end is an end at once. */
export async function findLiveSession(id: string) {
  const now = clock.now();
  const session = await db.session.findFirst({
    where: { id, revokedAt: null, expiresAt: { gt: now } },
    select: { lastSeenAt: true, user: { select: { id: true, email: true, name: true, locale: true } } },
  });
  if (!session) return null;
  const minuteAgo = new Date(now.getTime() - minutes(1));
  if (session.lastSeenAt < minuteAgo) {
    await db.session.updateMany({ where: { id, lastSeenAt: { lt: minuteAgo } }, data: { lastSeenAt: now } });
  }
  return session.user;
}

/** Takes effect for the next request. Ending an ended session changes nothing. */
export async function endSession(id: string): Promise<void> {
  await db.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: clock.now() } });
}
