import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/shell/client-messages";
import { Logo } from "@/components/shell/logo";
import { TraceHead, TraceTimeline } from "@/components/speech/trace/trace-timeline";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { formatTime } from "@/lib/platform/i18n/format";
import { getSharedTrace } from "@/lib/speech/trace/share";

export async function generateMetadata(): Promise<Metadata> {
  const title = (await getTranslations("trace"))("title");
  return { title, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** A trace for people outside its business, without content and key, and without the price unless its sharer shows it. */
export default async function SharedTracePage({ params, searchParams }: PageProps<"/shared/trace/[trace]">) {
  const [{ trace: id }, { link, signature }] = await Promise.all([params, searchParams]);
  const shared = await getSharedTrace(id, { link: String(link), signature: String(signature) });
  if (!shared) notFound();
  const { trace, until } = shared;
  const t = await getTranslations("trace");
  return (
    <ClientMessages>
      <main id="content">
        <Page title={t("title")} lead={t("share.notice", { until: formatTime(until, await getLocale()) })}>
          <TraceHead trace={trace} />
          <Card title={t("timeline")}>
            <TraceTimeline trace={trace} />
          </Card>
          <p className="flex items-center gap-2 text-muted text-sm">
            <Logo /> Vang
          </p>
        </Page>
      </main>
    </ClientMessages>
  );
}
