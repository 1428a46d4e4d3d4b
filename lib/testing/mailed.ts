import { mailIsSent } from "@/lib/mail";
import { listKeptMails } from "@/lib/outbox";

/** The token of the link in the newest mail to an address; empty when there is none. */
export async function mailedToken(email: string): Promise<string> {
  await mailIsSent();
  const mail = (await listKeptMails()).find(({ to }) => to === email);
  return /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}
