import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
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

/** An email as an email program shows it: no script runs, nothing loads, and links open in the whole window. */
export function MailFrame({ title, html }: { title: string; html: string }) {
  return (
    <iframe
      title={title}
      srcDoc={html.replace("<head>", '<head><base target="_top">')}
      sandbox="allow-top-navigation-by-user-activation"
      className="h-[680px] w-full rounded-card border border-line"
    />
  );
}

/** Plain text with its line breaks and clickable URLs. */
export function LinkedText({ children }: { children: string }) {
  const parts = children.split(/(https?:\/\/\S+)/);
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {parts.map((part, place) =>
        place % 2 === 1 ? (
          <a key={part} href={part} className="underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
