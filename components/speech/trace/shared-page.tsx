import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/shell/client-messages";
import { Logo } from "@/components/shell/logo";
import { Page } from "@/components/ui/text/page";
import { formatTime } from "@/lib/platform/i18n/format";

/** What is shared: the namespace of its texts. */
type Shared = "trace" | "transcriptEditor";

/** `generateMetadata` of a page whose address is a secret: no search engine lists it, and no link gives it away. */
export const sharedMetadata = (of: Shared) => async (): Promise<Metadata> => ({
  title: (await getTranslations(of))("title"),
  robots: { index: false, follow: false },
  referrer: "no-referrer",
});

/** The frame of a page for people outside the business, until when it is shown. */
export async function SharedPage({ of, until, children }: { of: Shared; until: Date; children: ReactNode }) {
  const [t, locale] = await Promise.all([getTranslations(of), getLocale()]);
  return (
    <ClientMessages>
      <main id="content">
        <Page title={t("title")} lead={t("share.notice", { until: formatTime(until, locale) })}>
          {children}
          <p className="flex items-center gap-2 text-muted text-sm">
            <Logo /> Vang
          </p>
        </Page>
      </main>
    </ClientMessages>
  );
}
