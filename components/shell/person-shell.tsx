import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/text/link";
import { Wordmark } from "./logo";
import { LanguageSwitch, ThemeSwitch } from "./preference-switches";

type PersonShellProps = {
  tabs?: ReactNode;
  children: ReactNode;
};

/** The frame of the person's own pages, whichever businesses they work in. */
export function PersonShell({ tabs, children }: PersonShellProps) {
  const t = useTranslations("shell");
  return (
    <div className="grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr_auto]">
      <header className="border-line border-b bg-raised">
        <div className="mx-auto w-full max-w-page px-4 sm:px-6 lg:px-8">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <Link href="/console" className="rounded-control">
              <Wordmark />
            </Link>
            <Link href="/console">{t("backToConsole")}</Link>
          </div>
          {tabs}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        {children}
      </main>
      <footer className="mx-auto w-full max-w-page px-4 sm:px-6 lg:px-8">
        <div className="flex flex-wrap justify-between gap-2 border-line border-t py-3">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </footer>
    </div>
  );
}
