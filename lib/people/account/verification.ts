import "server-only";
import type { NoticeRecipient } from "@/lib/access/notices/notify";
import { hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { composeMail } from "@/lib/platform/mail/compose";
import { hasManyLinks, issueLink } from "@/lib/platform/mail/links";
import { isLinkAllowed } from "@/lib/platform/mail/request-quota";
import { queueMail } from "@/lib/platform/mail/send";

const linkHours = 24;

/** Emails a new single-use link that confirms the address; earlier links stay valid until they expire. */
export async function sendVerification({ id: userId, email, name, locale }: NoticeRecipient): Promise<void> {
  if ((await hasManyLinks(userId, "verify_email")) || !(await isLinkAllowed(email))) return;
  const token = await issueLink(db, { userId, purpose: "verify_email", lifeMs: hours(linkHours) });
  const link = `${env.url}/link/verify/${token}`;
  queueMail({ to: email, ...composeMail(locale, "verify", { name, link, hours: linkHours }) });
}
