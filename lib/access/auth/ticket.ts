import "server-only";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sealedCookie } from "./sealed-cookie";

const life = minutes(10);

const ticketCookie = sealedCookie<{ id: string }>({
  name: "pending-sign-in",
  lifeSeconds: life / 1000,
  fields: ["id"],
});

/** Waits for its second proof after the correct password. It gives access only to the page that asks for that. */
export type PendingSignIn = { id: string; userId: string; next: string };

/** Gives this browser ten minutes for the second proof. */
export async function issueTicket(pending: Omit<PendingSignIn, "id">): Promise<void> {
  const id = newId("pendingSignIn");
  const now = clock.now();
  await db.pendingSignIn.create({
    data: { id, ...pending, createdAt: now, expiresAt: new Date(+now + life) },
    select: { id: true },
  });
  await ticketCookie.set({ id });
}

/** Null without a ticket, or with one that is used, ended or expired. */
export async function findPendingSignIn(): Promise<PendingSignIn | null> {
  const ticket = await ticketCookie.read();
  if (!ticket) return null;
  return db.pendingSignIn.findFirst({
    where: { id: ticket.id, usedAt: null, expiresAt: { gt: clock.now() } },
    select: { id: true, userId: true, next: true },
  });
}

/** Throws NOT_SIGNED_IN if no sign-in waits for its second proof in this browser, or it has expired. */
export async function requirePendingSignIn(): Promise<PendingSignIn> {
  const pending = await findPendingSignIn();
  if (!pending) throw new AppError("NOT_SIGNED_IN", { message: "auth.ticketOver" });
  return pending;
}

/** Whether it was still valid; of many who use one ticket, one gets true. */
export async function spendTicket(id: string): Promise<boolean> {
  const now = clock.now();
  const { count } = await db.pendingSignIn.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  await ticketCookie.clear();
  return count === 1;
}
