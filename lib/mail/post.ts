import "server-only";
import { clock, days, hours, minutes, seconds } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { type Mail, sendMail } from "@/lib/mail/send";
import { seal, unseal } from "@/lib/seal";

/** Longer than any mail server may keep us: until then nobody else tries a mail that is being sent. */
const leaseMs = minutes(5);
const pausesMs = [seconds(5), seconds(30), minutes(2), minutes(10), hours(1)];
const triedForMs = days(3);
const keptForMs = days(7);

const sealOf = (id: string) => ({ purpose: "outgoing mail", owner: id });

/**
 * Writes down a mail that must arrive, with what it tells of: once the transaction is committed, workers try until it is
 * sent, for three days. It may arrive twice when one is killed. Answers its id. What can be asked for again goes by
 * `queueMail`.
 */
export async function postMail(tx: Transaction, mail: Mail): Promise<string> {
  const id = newId("mail");
  const sealed = seal(JSON.stringify(mail), sealOf(id));
  const now = clock.now();
  await tx.outgoingMail.create({ data: { id, sealed, dueAt: now, createdAt: now }, select: { id: true } });
  return id;
}

/** Tries what is due, oldest first, any number of processes at once. Answers how many it took up. */
export async function sendPosted(): Promise<number> {
  const due = await db.outgoingMail.findMany({
    where: { dueAt: { lte: clock.now() } },
    orderBy: [{ dueAt: "asc" }, { id: "asc" }],
    select: { id: true, sealed: true, attempts: true, dueAt: true, createdAt: true },
    take: 20,
  });
  for (const mail of due) await trySending(mail);
  return due.length;
}

type Posted = { id: string; sealed: string | null; attempts: number; dueAt: Date | null; createdAt: Date };

async function trySending({ id, sealed, attempts, dueAt, createdAt }: Posted): Promise<void> {
  const { count } = await db.outgoingMail.updateMany({
    where: { id, dueAt, attempts },
    data: { dueAt: new Date(+clock.now() + leaseMs), attempts: attempts + 1 },
  });
  if (count === 0) return;
  try {
    await sendMail(JSON.parse(unseal(sealed ?? "", sealOf(id))));
  } catch (error) {
    return putOff({ id, attempts, createdAt }, error as Error);
  }
  await finish(id, { sentAt: clock.now() });
}

async function putOff({ id, attempts, createdAt }: Omit<Posted, "sealed" | "dueAt">, { message: reason }: Error) {
  const pauseMs = pausesMs[Math.min(attempts, pausesMs.length - 1)] ?? 0;
  const next = new Date(+clock.now() + pauseMs);
  if (+next > +createdAt + triedForMs) {
    log.error({ mail: id, attempts: attempts + 1, reason }, "a mail could not be sent, and is given up");
    return finish(id, {});
  }
  log.warn({ mail: id, attempts: attempts + 1, reason, pauseMs }, "a mail waits for another try");
  await db.outgoingMail.update({ where: { id }, data: { dueAt: next }, select: { id: true } });
}

/** What was written goes; that it was sent, and when, stays a while. */
async function finish(id: string, sent: { sentAt?: Date }): Promise<void> {
  await db.outgoingMail.update({ where: { id }, data: { sealed: null, dueAt: null, ...sent }, select: { id: true } });
}

/** Forgets mails a week after they were written, none of which is tried any more. */
export async function sweepPosted(): Promise<void> {
  const createdAt = { lt: new Date(+clock.now() - keptForMs) };
  await db.outgoingMail.deleteMany({ where: { createdAt, dueAt: null } });
}
