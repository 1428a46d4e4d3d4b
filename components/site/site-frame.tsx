import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { locales } from "@/lib/platform/i18n/locale";
import { themes } from "@/lib/platform/i18n/theme";

type SiteFrameProps = {
  /** The path of this page without its language. */
  path: string;
  operator: OperatorMark;
  contact?: { text: string; href: string };
  children: ReactNode;
};

/** The frame of the public pages. They are plain HTML: links load whole pages, and `/site.js` is their only script. */
export function SiteFrame({ path, operator, contact, children }: SiteFrameProps) {
  const t = useTranslations("docs.site");
  const locale = useLocale();
  return (
    <div className="site mx-auto grid min-h-dvh w-full max-w-site grid-rows-[auto_1fr_auto] px-4 sm:px-6">
      <a href="#content" className="sr-only focus:not-sr-only">
        {t("skip")}
      </a>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-3">
        <a href={`/${locale}`} className="mr-auto rounded-control">
          <Operator mark={operator} />
        </a>
        {/* On a phone beside the mark, so that the other links fit into one line. */}
        <a href="/console" className="site-link font-medium sm:order-last">
          {t("console")}
        </a>
        <nav aria-label={t("navigation")} className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <a href={`/${locale}/docs`} className="site-link">
            {t("docs")}
          </a>
          <a href={`/${locale}/docs/reference`} className="site-link">
            {t("reference")}
          </a>
          <a href={`/${locale}/status`} className="site-link">
            {t("status")}
          </a>
        </nav>
      </header>
      {children}
      <footer className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-t py-4 text-muted text-sm">
        {contact && (
          <a href={contact.href} className="site-link wrap-anywhere">
            {t("support")}: {contact.text}
          </a>
        )}
        <a href="/llms.txt" className="site-link">
          llms.txt
        </a>
        <a href="/openapi.json" className="site-link">
          OpenAPI
        </a>
        <a href="/asyncapi.json" className="site-link">
          AsyncAPI
        </a>
        <span className="ml-auto flex gap-4">
          {locales.map((other) => (
            <a
              key={other}
              href={`/${other}${path === "/" ? "" : path}`}
              hrefLang={other}
              lang={other}
              data-locale={other}
              aria-current={other === locale ? "true" : undefined}
              className="site-link"
            >
              {t(`languages.${other}`)}
            </a>
          ))}
        </span>
        <span className="theme-buttons invisible space-x-4">
          {themes.map((theme) => (
            <button key={theme} type="button" data-theme-choice={theme} className="site-link">
              {t(`themes.${theme}`)}
            </button>
          ))}
        </span>
      </footer>
      <script src="/site.js" defer />
    </div>
  );
}

/** Who runs this installation, and the path of their logo. */
type OperatorMark = { name: string; logo: string | null };

export function Operator({ mark: { name, logo } }: { mark: OperatorMark }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-lg">
      {/* biome-ignore lint/performance/noImgElement: a file of the operator, of any size and format */}
      {logo ? <img src={logo} alt="" width="28" height="28" className="size-7 object-contain" /> : <Logo />}
      {name}
    </span>
  );
}
