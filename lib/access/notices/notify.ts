import "server-only";
import { can, type Permission, type Role, roles } from "@/lib/access/principals/roles";
import { sayReason } from "@/lib/access/reasons/say-reason";
import { clock, hours } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import type { Locale } from "@/lib/platform/i18n/locale";
import { newId } from "@/lib/platform/ids";
import { composeMail, type MailValues } from "@/lib/platform/mail/compose";
import { postMailOnce } from "@/lib/platform/mail/post";
import { budgetedKinds, isMailedAtFirst, type NoticeKind, optionalKinds, shownValues } from "./schema";

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
  const reason = "reason" in values && { reason: sayReason(String(values.reason), locale) };
  const mail = composeMail(locale, kind, { ...values, ...reason, name } as unknown as MailValues[Kind]);
  await postMailOnce(tx, `notice:${id}`, { to: email, ...mail });
}

async function isEmailOff(tx: Transaction, userId: string, kind: NoticeKind): Promise<boolean> {
  const optional = optionalKinds.find((one) => one === kind);
  if (!optional) return false;
  const preference = await tx.noticePreference.findUnique({ where: { userId_kind: { userId, kind } } });
  return !(preference?.email ?? isMailedAtFirst(optional));
}

/** Emails of a group with a budget that a person gets about one business in an hour, before the digest. */
export const emailsAnHour = 5;

/** The most notices that wait for one digest: further changes of that hour are only in the audit log. */
const mostWaiting = 100;

/** Where an email counts: `digested` is null if it is sent at once, false if the digest at `digestAt` names it. */
export type Place = { digestAt: Date; digested: false | null };

type Counted = { userId: string; businessId: string; kind: NoticeKind };

/** Undefined for a kind without a budget; null if the hour is full. Others wait until the transaction ends. */
export async function findPlace(
  tx: Transaction,
  { userId, businessId, kind }: Counted,
): Promise<Place | null | undefined> {
  const group = budgetedKinds.find((kinds) => kinds.includes(kind));
  if (!group) return undefined;
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`notices ${userId} ${businessId}`}, 0))::text`;
  const now = clock.now();
  const counted = await tx.notice.findMany({
    where: { userId, businessId, kind: { in: [...group] }, digestAt: { gt: now } },
    select: { digestAt: true },
    take: emailsAnHour + mostWaiting,
  });
  if (counted.length === emailsAnHour + mostWaiting) return null;
  const digestAt = counted[0]?.digestAt ?? new Date(+now + hours(1));
  return { digestAt, digested: counted.length < emailsAnHour ? null : false };
}

export type Recipient = NoticeRecipient & { timeZone: string };

/** The members of a business who have a permission, as recipients of an email. */
export function listRecipients(tx: Transaction, businessId: string, permission: Permission): Promise<Recipient[]> {
  const able: Role[] = roles.filter((role) => can(role, permission));
  return tx.user.findMany({
    where: { memberships: { some: { businessId, role: { in: able } } }, emailVerifiedAt: { not: null } },
    orderBy: { id: "asc" },
    select: { id: true, email: true, name: true, locale: true, timeZone: true },
  });
}
