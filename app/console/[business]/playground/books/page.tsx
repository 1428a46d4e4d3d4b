import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ForbiddenContent } from "@/app/console/[business]/forbidden-content";
import { Books } from "@/components/speech/playground/books/books";
import { ModeTabs, NeedsScript } from "@/components/speech/playground/playground-head";
import { readVoiceMemory, sortVoices, voicesCookie } from "@/components/speech/playground/voice-memory";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { enginesReady, listModelsWithPrices, listVoices } from "@/lib/engines/catalogue";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { bookLimits } from "@/lib/speech/books/cut";
import { largestBookBytes } from "@/lib/speech/books/epub";
import { bookAudioFormats } from "@/lib/speech/jobs/schema";
import { listPreviewSparks } from "@/lib/speech/preview";

export const generateMetadata = pageTitle("books", "title");

export default async function BooksPage({ params }: PageProps<"/console/[business]/playground/books">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("playground");
  const words = await getTranslations("books");
  if (!can(member.role, "speech:use")) {
    return (
      <Page title={t("title")} lead={t("lead")}>
        <ForbiddenContent>{t("forbidden")}</ForbiddenContent>
      </Page>
    );
  }
  await enginesReady();
  const models = await listModelsWithPrices(member.businessId);
  const [first, ...others] = models.filter(({ kind }) => kind === "tts");
  if (!first) notFound();
  const memory = readVoiceMemory((await cookies()).get(voicesCookie)?.value);

  return (
    <Page title={t("title")} lead={words("lead")}>
      <ModeTabs business={member.businessSlug} mode="books" />
      <NeedsScript />
      <Books
        business={member.businessSlug}
        catalogue={{ voices: sortVoices(listVoices(), memory), models: [first, ...others] }}
        audioFormats={bookAudioFormats}
        limits={{ characters: bookLimits.characters, bookBytes: largestBookBytes }}
        sparks={await listPreviewSparks()}
        memory={memory}
      />
    </Page>
  );
}
