import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/shell/client-messages";
import { Logo } from "@/components/shell/logo";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { formatSeconds, formatTime } from "@/lib/platform/i18n/format";
import { getSharedTranscript } from "@/lib/speech/transcripts/edits/share";
import { textOf } from "@/lib/speech/transcripts/edits/text";

export async function generateMetadata(): Promise<Metadata> {
  const title = (await getTranslations("transcriptEditor"))("title");
  return { title, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** The words of a transcript for people outside its business, without audio, ids, key and price. */
export default async function SharedTranscriptPage({
  params,
  searchParams,
}: PageProps<"/shared/transcript/[trackingId]">) {
  const [{ trackingId }, { link, signature }] = await Promise.all([params, searchParams]);
  const shared = await getSharedTranscript(trackingId, { link: String(link), signature: String(signature) });
  if (!shared) notFound();
  const [t, locale] = await Promise.all([getTranslations("transcriptEditor"), getLocale()]);
  const nameOf = (voice: string) =>
    shared.names[voice] ?? t(voice.startsWith("#") ? "channel" : "speaker", { voice: voice.replace("#", "") });
  return (
    <ClientMessages>
      <main id="content">
        <Page title={t("title")} lead={t("share.notice", { until: formatTime(shared.until, locale) })}>
          <Card>
            <div className="grid max-w-text gap-4">
              {shared.paragraphs.map(({ voice, start, lines }) => (
                <div key={lines[0]?.from} className="grid gap-1">
                  <p className="flex flex-wrap gap-x-3 text-sm">
                    {voice !== null && <span className="font-semibold wrap-anywhere">{nameOf(voice)}</span>}
                    <span className="font-mono text-muted">{formatSeconds(start)}</span>
                  </p>
                  <p lang="vi" className="text-lg wrap-anywhere">
                    {lines.map(({ pieces }) => textOf(pieces)).join(" ")}
                  </p>
                </div>
              ))}
            </div>
          </Card>
          <p className="flex items-center gap-2 text-muted text-sm">
            <Logo /> Vang
          </p>
        </Page>
      </main>
    </ClientMessages>
  );
}
