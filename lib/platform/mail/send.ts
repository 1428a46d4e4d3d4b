import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import nodemailer from "nodemailer";
import pLimit from "p-limit";
import { clock, seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { keepMail } from "./dev-mailbox";

/** Timeouts, because a server that hangs must not block. */
const timeouts = { connectionTimeout: seconds(20), greetingTimeout: seconds(20), socketTimeout: seconds(60) };

export type Mail = { to: string; subject: string; text: string; html: string };

/** Throws for a recipient or subject of several lines, which could add headers, and when the server rejects it. */
export async function sendMail(mail: Mail): Promise<void> {
  if (/[\r\n]/.test(mail.to + mail.subject)) throw new Error("an email's recipient and subject are one line each");
  const message = {
    ...mail,
    // As an object the address is used as it is; a text would be parsed, and could name two people.
    to: { name: "", address: mail.to },
    from: env.MAIL_FROM,
    ...(env.SUPPORT_EMAIL && { replyTo: { name: "", address: env.SUPPORT_EMAIL } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  if (env.SMTP_URL) {
    await nodemailer.createTransport({ url: env.SMTP_URL, ...timeouts }).sendMail(message);
    return;
  }
  const composed = await nodemailer.createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  await keepMail({ id: newId("mail"), sentAt: clock.now().toISOString(), ...mail }, composed.message as Buffer);
}

const queue = pLimit(2);
const retriesMs = [seconds(2), seconds(15), seconds(60)];

/** After the response, so that its time never shows whether one was sent. What must arrive is sent by `postMail`. */
export function queueMail(mail: Mail): void {
  void queue(() => sendStubbornly(mail)).catch((error: Error) => {
    log.error({ subject: mail.subject, reason: error.message }, "an email could not be sent");
  });
}

async function sendStubbornly(mail: Mail): Promise<void> {
  for (const pauseMs of retriesMs) {
    try {
      return await sendMail(mail);
    } catch (error) {
      log.warn({ subject: mail.subject, reason: (error as Error).message, pauseMs }, "an email waits for another try");
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
  await sendMail(mail);
}

/** Once every queued email is sent or given up. */
export async function mailIsSent(): Promise<void> {
  await queue(async () => {});
  while (queue.activeCount + queue.pendingCount > 0) await sleep(5);
}
