import pLimit from "p-limit";
import { type KeptMail, listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { mailIsSent as queuedMailIsSent } from "@/lib/platform/mail/send";
import { sendMails } from "./outbox";

// Serialized, so that a second caller does not return while the first is still sending.
const turn = pLimit(1);

/** Resolves when every email that can be sent now is sent. */
export const mailIsSent = (): Promise<void> =>
  turn(async () => {
    await queuedMailIsSent();
    await sendMails();
  });

/** All emails to an address so far, the newest first. */
export async function mailsTo(email: string): Promise<KeptMail[]> {
  await mailIsSent();
  return (await listKeptMails()).filter((mail) => mail.to === email);
}

/** The token in the newest email with a link to `place`, such as `reset`; empty without one. */
export async function mailedToken(email: string, place: string): Promise<string> {
  const link = new RegExp(`/link/${place}/([\\w-]{43})`);
  const mail = (await mailsTo(email)).find(({ text }) => link.test(text));
  return link.exec(mail?.text ?? "")?.[1] ?? "";
}
