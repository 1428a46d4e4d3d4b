import "server-only";
import { days, hours, minutes, seconds } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type Mail, sendMail } from "@/lib/platform/mail/send";
import { maskEmail } from "@/lib/platform/mask";
import { enqueue, enqueueStatement } from "@/lib/platform/outbox/enqueue";
import type { OutboxKind } from "@/lib/platform/outbox/kind";
import type { Statement } from "@/lib/platform/statement";

/** Attempts for three days. Emails to one recipient are sent one after the other, so that they arrive in order. */
export const emailKind: OutboxKind<Mail> = {
  name: "email",
  scheduleMs: [0, seconds(10), minutes(1), minutes(5), minutes(30), hours(2), hours(8), hours(24), hours(38)],
  maxInFlightPerTarget: 1,
  maxInFlight: 5,
  // Longer than `sendMail` takes by its own time limits: an email that is sent later than this would be sent again.
  timeoutMs: minutes(15),
  leaseMs: seconds(30),
  keepDeliveredMs: days(7),
  encryptedFor: "outgoing mail",
  async deliver(mail) {
    await sendMail(mail);
    return undefined;
  },
  describe: ({ to }) => maskEmail(to),
};

/** Groups the emails to one recipient; it does not reveal the address without the secret. */
const targetOf = ({ to }: Mail): string => hmac(env.NEXTAUTH_SECRET, `outbox:${to.toLowerCase()}`).slice(0, 22);

/** Sent at least once after the commit. Returns its id. Links that a person can request again use `queueMail`. */
export async function postMail(tx: Transaction, mail: Mail): Promise<string> {
  const id = await enqueue(tx, emailKind, { target: targetOf(mail), payload: mail });
  if (!id) throw new Error("an email without a dedupe key was not written");
  return id;
}

/** The same, once for each key. Returns undefined if it was written already. */
export const postMailOnce = (tx: Transaction, dedupeKey: string, mail: Mail): Promise<string | undefined> =>
  enqueue(tx, emailKind, { target: targetOf(mail), payload: mail, dedupeKey });

/** A statement that writes emails as `postMailOnce` does, for a transaction that is not Prisma's. */
export const mailStatement = (mails: readonly { key: string; mail: Mail }[]): Statement =>
  enqueueStatement(
    emailKind,
    mails.map(({ key, mail }) => ({ target: targetOf(mail), payload: mail, dedupeKey: key })),
  );
