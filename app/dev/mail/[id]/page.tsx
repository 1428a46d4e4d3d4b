import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { LinkedText } from "@/components/site/mail/linked-text";
import { MailFrame } from "@/components/site/mail/mail-frame";
import { Link } from "@/components/ui/text/link";
import { Page } from "@/components/ui/text/page";
import { hasDevelopmentPages } from "@/lib/access/auth/development";
import { formatTime } from "@/lib/platform/i18n/format";
import { findKeptMail } from "@/lib/platform/mail/dev-mailbox";

export default async function KeptMailPage({ params }: PageProps<"/dev/mail/[id]">) {
  const mail = (await hasDevelopmentPages()) ? await findKeptMail((await params).id) : null;
  if (!mail) notFound();
  const [t, locale] = await Promise.all([getTranslations("mail.outbox"), getLocale()]);
  const lead = `${t("to", { address: mail.to })} · ${formatTime(new Date(mail.sentAt), locale)}`;

  return (
    <Page title={mail.subject} lead={lead}>
      <Link href="/dev/mail" className="underline">
        {t("back")}
      </Link>
      <MailFrame title={t("preview")} html={mail.html} />
      <h2 className="font-semibold text-lg">{t("text")}</h2>
      <LinkedText>{mail.text}</LinkedText>
    </Page>
  );
}
