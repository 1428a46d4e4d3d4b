import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Page } from "@/components/ui/text/page";
import { hasDevelopmentPages } from "@/lib/access/auth/development";
import { formatTime } from "@/lib/platform/i18n/format";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";

export default async function OutboxPage() {
  if (!(await hasDevelopmentPages())) notFound();
  const [t, locale, mails] = await Promise.all([getTranslations("mail.outbox"), getLocale(), listKeptMails()]);

  return (
    <Page title={t("title")} lead={t("lead")}>
      {mails.length === 0 && <p>{t("empty")}</p>}
      <ul className="grid gap-3">
        {mails.map(({ id, to, subject, sentAt }) => (
          <li key={id}>
            <Card>
              <Link href={`/dev/mail/${id}`} className="font-semibold underline">
                {subject}
              </Link>
              <p className="text-muted">
                {t("to", { address: to })} · {formatTime(new Date(sentAt), locale)}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </Page>
  );
}
