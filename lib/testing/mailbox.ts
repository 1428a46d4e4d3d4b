import { mailIsSent } from "../mail";
import { type KeptMail, listKeptMails } from "../outbox";

/** All mail to an address so far, the newest first. */
export async function mailsTo(email: string): Promise<KeptMail[]> {
  await mailIsSent();
  return (await listKeptMails()).filter((mail) => mail.to === email);
}

/** The token of the link that the newest such mail leads to, such as `reset`; nothing without one. */
export async function mailedToken(email: string, place: string): Promise<string> {
  const link = new RegExp(`/(?:link/${place}/|${place}\\?token=)([\\w-]{43})`);
  const mail = (await mailsTo(email)).find(({ text }) => link.test(text));
  return link.exec(mail?.text ?? "")?.[1] ?? "";
}
