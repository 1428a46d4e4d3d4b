import "server-only";
import { clock, hours } from "@/lib/clock";
import { db } from "@/lib/db";
import { log } from "@/lib/log";
import { sendMail } from "@/lib/mail";
import { issueLink } from "@/lib/mail/links";
import { keepLinkMs } from "./begin";
import { addressee, composeNotice } from "./tell";
import { leastNoticeMs, reminderHours } from "./wait";

/** Sends the second notice of every wait that is half over, once each, whichever process comes first. */
export async function remindOfResets(): Promise<void> {
  const beganAt = { lte: new Date(+clock.now() - hours(reminderHours)) };
  const select = { userId: true, beganAt: true, dueAt: true, user: { select: addressee } };
  const waits = await db.factorReset.findMany({ where: { remindedAt: null, beganAt }, select, take: 100 });
  for (const { user, ...wait } of waits) {
    const claimed = await claim(wait);
    if (claimed)
      await sendMail(composeNotice(user, "factorResetSoon", claimed)).catch((error) => giveBack(wait, error));
  }
}

type Running = { userId: string; beganAt: Date; dueAt: Date };

/** Of many who come at once, one gets to send it. A late notice puts the end off. */
async function claim({ userId, beganAt, dueAt }: Running): Promise<{ dueAt: Date; token: string } | null> {
  const now = clock.now();
  const until = new Date(Math.max(+dueAt, +now + leastNoticeMs));
  return db.$transaction(async (tx) => {
    const where = { userId, beganAt, remindedAt: null };
    const { count } = await tx.factorReset.updateMany({ where, data: { remindedAt: now, dueAt: until } });
    if (count === 0) return null;
    return { dueAt: until, token: await issueLink(tx, { userId, purpose: "keep_factors", lifeMs: keepLinkMs }) };
  });
}

// Nothing is removed without this notice: one that could not be sent waits for the next turn, and so does the removal.
async function giveBack({ userId, beganAt }: Running, error: Error): Promise<void> {
  await db.factorReset.updateMany({ where: { userId, beganAt }, data: { remindedAt: null } });
  log.error({ userId, reason: error.message }, "a notice of lost factors could not be sent");
}
