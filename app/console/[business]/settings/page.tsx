import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { DataRulesForm } from "@/components/businesses/data-rules-form";
import { ArchiveCard, DataRulesFacts, GeneralCard } from "@/components/businesses/settings-cards";
import { InvoiceCard } from "@/components/money/invoice-card";
import { PronunciationForm } from "@/components/speech/pronunciations/pronunciation-form";
import { PronunciationTable } from "@/components/speech/pronunciations/pronunciation-table";
import { ReadingSettingsFacts } from "@/components/speech/pronunciations/reading-settings-facts";
import { ReadingSettingsForm } from "@/components/speech/pronunciations/reading-settings-form";
import { SharedLinks } from "@/components/speech/trace/shared-links";
import { TranscriptSettingsForm } from "@/components/speech/transcripts/transcript-settings";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { requireMember, requireViewer } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { getDataRules } from "@/lib/businesses/data-rules";
import { listBusinesses } from "@/lib/businesses/service";
import { getInvoiceDetails } from "@/lib/money/invoices/details/service";
import { getRefundOffer } from "@/lib/money/refunds/request";
import { getBalance } from "@/lib/money/wallet/balance";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { translate } from "@/lib/platform/i18n/translate";
import { pictureComplaint } from "@/lib/platform/images/schema";
import { regionCodes } from "@/lib/platform/regions";
import { getReadingSettings, listPronunciations } from "@/lib/speech/pronunciations/own-reading";
import { listSharedLinks } from "@/lib/speech/trace/share";
import { getTranscriptSettings } from "@/lib/speech/transcripts/settings";

export const generateMetadata = pageTitle("settings", "title");

export default async function SettingsPage({ params, searchParams }: PageProps<"/console/[business]/settings">) {
  const [viewer, member] = await Promise.all([requireViewer(), requireMember((await params).business)]);
  const [t, words, transcripts, rules, list, reading, formatting, businesses, links] = await Promise.all([
    getTranslations("settings"),
    getTranslations("pronunciations"),
    getTranslations("transcripts"),
    getDataRules(member),
    listPronunciations(member),
    getReadingSettings(member),
    getTranscriptSettings(member),
    listBusinesses(viewer),
    can(member.role, "history:read") ? listSharedLinks(member) : null,
  ]);
  const business = member.businessSlug;
  const named = businesses.find(({ slug }) => slug === business) ?? notFound();
  const refused = pictureComplaint((await searchParams).refused);
  const maySpeak = can(member.role, "speech:use");

  return (
    <Page title={t("title")} lead={t("lead")}>
      {can(member.role, "business:write") && (
        <GeneralCard business={named} complaint={refused && translate(await getLocale(), refused)} />
      )}
      {can(member.role, "billing:read") && (
        <InvoiceCard business={business} details={await getInvoiceDetails(member)} />
      )}
      <Card title={t("data.title")}>
        <div className="grid gap-4">
          <p className="max-w-text text-muted">{t("data.lead")}</p>
          {can(member.role, "business:write") ? (
            <DataRulesForm business={business} rules={rules} regions={regionCodes} />
          ) : (
            <DataRulesFacts rules={rules} />
          )}
        </div>
      </Card>
      {links && <SharedLinks links={links} business={business} />}
      <Card title={words("title")}>
        <div className="grid gap-5">
          <p className="max-w-text text-muted">{words("lead")}</p>
          {maySpeak && <PronunciationForm business={business} />}
          {list.length > 0 ? (
            <PronunciationTable words={list} removeIn={maySpeak ? business : undefined} />
          ) : (
            <p className="text-muted">{words("empty")}</p>
          )}
          <section aria-labelledby="reading" className="grid gap-4 border-line border-t pt-5">
            <div className="grid gap-1">
              <h3 id="reading" className="font-medium">
                {words("reading.title")}
              </h3>
              <p className="max-w-text text-muted">{words("reading.lead")}</p>
            </div>
            {maySpeak ? (
              <ReadingSettingsForm business={business} settings={reading} />
            ) : (
              <ReadingSettingsFacts settings={reading} />
            )}
          </section>
        </div>
      </Card>
      <Card title={transcripts("title")}>
        <div className="grid gap-4">
          <p className="max-w-text text-muted">{transcripts("lead")}</p>
          <TranscriptSettingsForm business={maySpeak ? business : undefined} settings={formatting} />
        </div>
      </Card>
      {can(member.role, "business:archive") && (
        <ArchiveCard
          business={business}
          name={named.name}
          creditMilli={(await getBalance(member)).availableMilli}
          refundableMilli={(await getRefundOffer(member)).refundableMilli}
        />
      )}
    </Page>
  );
}
