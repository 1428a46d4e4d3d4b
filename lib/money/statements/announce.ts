import "server-only";
import { can, roles } from "@/lib/access/principals/roles";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatMonth, formatVnd } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import { newId } from "@/lib/platform/ids";
import { composeMail } from "@/lib/platform/mail/compose";
import { mailStatement } from "@/lib/platform/mail/post";

// The page that the email leads to cannot be opened once the business is archived.
const selectRecipients = `
  SELECT u.id, u.email, u.name, u.locale::text AS locale, b.name AS business, b.slug
  FROM businesses b JOIN memberships m ON m.business_id = b.id JOIN users u ON u.id = m.user_id
    JOIN notice_preferences p ON p.user_id = u.id AND p.kind = 'statementClosed' AND p.email
  WHERE b.id = $1 AND b.archived_at IS NULL AND m.role::text = ANY ($2) AND u.email_verified_at IS NOT NULL
  ORDER BY u.id`;

type Recipient = { id: string; email: string; name: string; locale: Locale; business: string; slug: string };

const insertNotice = `INSERT INTO notices (id, user_id, business_id, kind, values, path, created_at)
  VALUES ($1, $2, $3, 'statementClosed', $4::jsonb, $5, $6)`;

type ClosedMonth = { statementId: string; businessId: string; month: string; closingMilli: bigint; closedAt: Date };

/**
 * Writes the email of a closed month to those who read the business's billing and chose it. As a part of the transaction
 * that closes the month: a month is closed once, so its email is written once, whatever ends the process.
 */
export async function announceStatement(sql: Sql, closed: ClosedMonth): Promise<void> {
  const { statementId, businessId, month, closingMilli, closedAt } = closed;
  const able = roles.filter((role) => can(role, "billing:read"));
  const recipients = await sql<Recipient>(undefined, selectRecipients, [businessId, able]);
  if (recipients.length === 0) return;
  const mails = recipients.map(({ id, email, name, locale, business, slug }) => {
    const shown = { business, month: formatMonth(month, locale) };
    const path = `/console/${slug}/billing/statements/${month}`;
    const values = { ...shown, name, balance: formatVnd(closingMilli, locale), link: `${env.url}${path}` };
    const mail = { to: email, ...composeMail(locale, "statementClosed", values) };
    const notice = [newId("notice"), id, businessId, JSON.stringify(shown), path, closedAt];
    return { notice, key: `statement:${statementId}:${id}`, mail };
  });
  for (const { notice } of mails) await sql(undefined, insertNotice, notice);
  const { text, values } = mailStatement(mails);
  await sql(undefined, text, values);
}
