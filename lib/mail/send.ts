import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import nodemailer from "nodemailer";
import pLimit from "p-limit";
import { clock, seconds } from "@/lib/clock";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { keepMail } from "./dev-mailbox";

/** A server that hangs keeps nothing waiting for long. */
const timeouts = { connectionTimeout: seconds(20), greetingTimeout: seconds(20), socketTimeout: seconds(60) };

export type Mail = { to: string; subject: string; text: string; html: string };

/**
 * Hands a mail to the SMTP server, or keeps it under the data directory where none is set. Throws for a recipient or
 * subject of more than one line, which could add headers, and when the server refuses.
 */
export async function sendMail(mail: Mail): Promise<void> {
  if (/[\r\n]/.test(mail.to + mail.subject)) throw new Error("a mail's recipient and subject are one line each");
  const message = {
    ...mail,
    // As an object the address is taken as it is; a text would be parsed, and might name two people.
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

/**
 * Sends a mail behind the answer, so that an answer's time never tells whether one was sent. Tries four times within
 * two minutes; a mail lost with the process can be asked for again. What nobody would ask for goes by `postMail`.
 */
export function queueMail(mail: Mail): void {
  void queue(() => sendStubbornly(mail)).catch((error: Error) => {
    log.error({ subject: mail.subject, reason: error.message }, "a mail could not be sent");
  });
}

async function sendStubbornly(mail: Mail): Promise<void> {
  for (const pauseMs of retriesMs) {
    try {
      return await sendMail(mail);
    } catch (error) {
      log.warn({ subject: mail.subject, reason: (error as Error).message, pauseMs }, "a mail waits for another try");
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
  await sendMail(mail);
}

/** Once every queued mail is sent or given up. */
export async function mailIsSent(): Promise<void> {
  await queue(async () => {});
  while (queue.activeCount + queue.pendingCount > 0) await sleep(5);
}
