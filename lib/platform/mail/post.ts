import "server-only";
import { clock, days, hours, minutes, seconds } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type Mail, sendMail } from "@/lib/platform/mail/send";
import { maskEmail } from "@/lib/platform/mask";
import { enqueue } from "@/lib/platform/outbox/enqueue";
import type { OutboxKind } from "@/lib/platform/outbox/kind";

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

// The outbox encrypts email for the same purpose and owner, so its text moves as it is.
const move = `
  WITH moved AS (
    DELETE FROM outgoing_mails WHERE id IN (
      SELECT id FROM outgoing_mails WHERE due_at <= $1::timestamptz ORDER BY due_at LIMIT 200 FOR UPDATE SKIP LOCKED
    ) RETURNING id, sealed, attempts, created_at
  ), reminders AS (
    UPDATE factor_resets r SET reminder_message_id = m.id, reminder_id = NULL FROM moved m WHERE r.reminder_id = m.id
  )
  INSERT INTO outbox_messages (id, kind, target, payload, due_at, attempts, created_at)
  SELECT id, 'email', id, sealed, $1::timestamptz, least(attempts, 5), created_at FROM moved RETURNING id`;

/** Moves due email of the previous release's queue to the outbox, and deletes what was sent from it a week ago. */
export async function moveQueuedMail(): Promise<void> {
  while ((await sql("move-queued-mail", move, [clock.now()])).length === 200);
  await sql("sweep-queued-mail", "DELETE FROM outgoing_mails WHERE due_at IS NULL AND created_at < $1::timestamptz", [
    new Date(+clock.now() - days(7)),
  ]);
}
