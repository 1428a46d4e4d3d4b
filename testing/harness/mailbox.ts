import pLimit from "p-limit";
import { type KeptMail, listKeptMails } from "@/lib/mail/dev-mailbox";
import { sendPosted } from "@/lib/mail/post";
import { mailIsSent as queuedMailIsSent } from "@/lib/mail/send";

// One after the other: who comes second must not leave while the first still sends what it took.
const turn = pLimit(1);

/** Once every mail is sent that can be now, queued or posted. */
export const mailIsSent = (): Promise<void> =>
  turn(async () => {
    await queuedMailIsSent();
    while ((await sendPosted()) > 0);
  });

/** All mail to an address so far, the newest first. */
export async function mailsTo(email: string): Promise<KeptMail[]> {
  await mailIsSent();
  return (await listKeptMails()).filter((mail) => mail.to === email);
}

/** The token of the link that the newest such mail leads to, such as `reset`; nothing without one. */
export async function mailedToken(email: string, place: string): Promise<string> {
  const link = new RegExp(`/link/${place}/([\\w-]{43})`);
  const mail = (await mailsTo(email)).find(({ text }) => link.test(text));
  return link.exec(mail?.text ?? "")?.[1] ?? "";
}
