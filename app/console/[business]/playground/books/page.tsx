import { getTranslations } from "next-intl/server";
import { ForbiddenContent } from "@/app/console/[business]/forbidden-content";
import { loadSpeaking } from "@/app/console/[business]/playground/speaking";
import { Books } from "@/components/speech/playground/books/books";
import { ModeTabs, NeedsScript } from "@/components/speech/playground/playground-head";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { bookLimits } from "@/lib/speech/books/cut";
import { largestBookBytes } from "@/lib/speech/books/epub";
import { bookAudioFormats } from "@/lib/speech/jobs/schema";

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

  return (
    <Page title={t("title")} lead={words("lead")}>
      <ModeTabs business={member.businessSlug} mode="books" />
      <NeedsScript />
      <Books
        business={member.businessSlug}
        {...(await loadSpeaking(member))}
        audioFormats={bookAudioFormats}
        limits={{ characters: bookLimits.characters, bookBytes: largestBookBytes }}
      />
    </Page>
  );
}
