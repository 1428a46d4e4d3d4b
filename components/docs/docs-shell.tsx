import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { Wordmark } from "@/components/shell/wordmark";
import { Link } from "@/components/ui/text/link";
import type { SupportContact } from "@/lib/mail/support";

/** The frame of the public documentation. */
export function DocsShell({ contacts, children }: { contacts: readonly SupportContact[]; children: ReactNode }) {
  const t = useTranslations("docs");
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-page grid-rows-[auto_1fr_auto] px-4 sm:px-6 lg:px-8">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b py-3">
        <Link href="/" className="rounded-control">
          <Wordmark />
        </Link>
        <nav
          aria-label={t("navigation")}
          className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:order-last max-sm:w-full"
        >
          <Link href="/docs">{t("title")}</Link>
          <Link href="/docs/reference">{t("reference.title")}</Link>
          <Link href="/docs/webhooks">{t("webhooks.title")}</Link>
          <Link href="/docs/errors">{t("errors.title")}</Link>
          <Link href="/docs/roles">{t("roles.title")}</Link>
        </nav>
        <Link href="/console">{t("console")}</Link>
      </header>
      <main className="min-w-0 py-8 text-lg">{children}</main>
      <footer className="flex flex-wrap justify-between gap-2 border-line border-t py-3">
        {contacts.length > 0 && (
          <p className="flex w-full flex-wrap gap-x-3">
            {t("support")}:
            {contacts.map(({ text, href }) => (
              <a key={href} href={href} className="wrap-anywhere underline">
                {text}
              </a>
            ))}
          </p>
        )}
        <LanguageSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  );
}
