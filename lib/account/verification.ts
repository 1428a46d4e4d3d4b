import "server-only";
import { hours } from "@/lib/clock";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { composeMail } from "@/lib/mail/compose";
import { hasManyLinks, issueLink } from "@/lib/mail/links";
import { isLinkAllowed } from "@/lib/mail/request-quota";
import { queueMail } from "@/lib/mail/send";
import type { NoticeRecipient } from "@/lib/notices/notify";

const linkHours = 24;

/** Emails a new single-use link that confirms the address; earlier links stay valid until they expire. */
export async function sendVerification({ id: userId, email, name, locale }: NoticeRecipient): Promise<void> {
  if ((await hasManyLinks(userId, "verify_email")) || !(await isLinkAllowed(email))) return;
  const token = await issueLink(db, { userId, purpose: "verify_email", lifeMs: hours(linkHours) });
  const link = `${env.url}/link/verify/${token}`;
  queueMail({ to: email, ...composeMail(locale, "verify", { name, link, hours: linkHours }) });
}
