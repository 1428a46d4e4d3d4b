import { getTranslations } from "next-intl/server";
import { PronunciationForm } from "@/components/speech/pronunciations/pronunciation-form";
import { PronunciationTable } from "@/components/speech/pronunciations/pronunciation-table";
import { ReadingSettingsFacts } from "@/components/speech/pronunciations/reading-settings-facts";
import { ReadingSettingsForm } from "@/components/speech/pronunciations/reading-settings-form";
import { Sections } from "@/components/ui/lists/sections";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { getReadingSettings, listPronunciations } from "@/lib/speech/pronunciations/own-reading";

export const generateMetadata = pageTitle("pronunciations", "pageTitle");

export default async function PronunciationsPage({ params }: PageProps<"/console/[business]/pronunciations">) {
  const member = await requireMember((await params).business);
  const [t, words, settings] = await Promise.all([
    getTranslations("pronunciations"),
    listPronunciations(member),
    getReadingSettings(member),
  ]);
  const business = can(member.role, "speech:use") ? member.businessSlug : undefined;
  return (
    <Page title={t("pageTitle")} lead={t("pageLead")}>
      <Sections
        label={t("sections")}
        sections={[
          {
            id: "words",
            title: t("title"),
            content: (
              <Card title={t("title")}>
                <div className="grid gap-5">
                  <p className="max-w-text text-muted">{t("lead")}</p>
                  {business && <PronunciationForm business={business} />}
                  {words.length > 0 ? (
                    <PronunciationTable words={words} removeIn={business} />
                  ) : (
                    <p className="text-muted">{t("empty")}</p>
                  )}
                </div>
              </Card>
            ),
          },
          {
            id: "reading",
            title: t("reading.title"),
            content: (
              <Card title={t("reading.title")}>
                <div className="grid gap-5">
                  <p className="max-w-text text-muted">{t("reading.lead")}</p>
                  {business ? (
                    <ReadingSettingsForm business={business} settings={settings} />
                  ) : (
                    <ReadingSettingsFacts settings={settings} />
                  )}
                </div>
              </Card>
            ),
          },
        ]}
      />
    </Page>
  );
}
