import "server-only";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import type { Locale } from "@/lib/platform/i18n/locale";
import { newId } from "@/lib/platform/ids";
import { composeMail, type MailValues } from "@/lib/platform/mail/compose";
import { postMailOnce } from "@/lib/platform/mail/post";
import { findPlace } from "./budget";
import { type NoticeKind, optionalKinds, shownValues } from "./schema";

export type NoticeRecipient = { id: string; email: string; name: string; locale: Locale };

export type NewNotice<Kind extends NoticeKind> = {
  kind: Kind;
  /** The values of the email, of which the notice keeps its `shownValues`. */
  values: Omit<MailValues[Kind], "name">;
  /** The page that the notice leads to, on this site. */
  path: string;
  businessId?: string;
  /** The other person that the text names. */
  aboutUserId?: string;
  /** Who did it: their own notice counts as read. The email still warns them, as another person may use their session. */
  actorId?: string;
  /** False for a notice without an email. */
  isMailed?: boolean;
};

/**
 * Notice and email exist once the caller's transaction is committed. Of the kinds with a budget, five in an hour have
 * an email of their own, and the digest at its end names the others.
 */
export async function notify<Kind extends NoticeKind>(
  tx: Transaction,
  { id: userId, email, name, locale }: NoticeRecipient,
  { kind, values, path, businessId, aboutUserId, actorId, isMailed = true }: NewNotice<Kind>,
): Promise<void> {
  const isSent = isMailed && !(await isEmailOff(tx, userId, kind));
  const place = isSent && businessId ? await findPlace(tx, { userId, businessId, kind }) : undefined;
  if (place === null) return;
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => shownValues[kind]?.includes(name)));
  const id = newId("notice");
  const createdAt = clock.now();
  const isOwn = userId === actorId && { readAt: createdAt };
  await tx.notice.create({
    data: { id, userId, businessId, aboutUserId, kind, values: shown, path, createdAt, ...isOwn, ...place },
    select: { id: true },
  });
  if (!isSent || place?.digested === false) return;
  const mail = composeMail(locale, kind, { ...values, name } as unknown as MailValues[Kind]);
  await postMailOnce(tx, `notice:${id}`, { to: email, ...mail });
}

async function isEmailOff(tx: Transaction, userId: string, kind: NoticeKind): Promise<boolean> {
  if (!optionalKinds.some((optional) => optional === kind)) return false;
  const preference = await tx.noticePreference.findUnique({ where: { userId_kind: { userId, kind } } });
  return preference?.email === false;
}
