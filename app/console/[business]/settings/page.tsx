import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { DataRulesForm } from "@/components/businesses/data-rules-form";
import { ArchiveCard, DataRulesFacts, LogoCard, NameCard } from "@/components/businesses/settings-cards";
import { InvoiceCard } from "@/components/money/invoice-card";
import { MetadataKeysForm } from "@/components/money/usage/metadata-keys-form";
import { SharedLinks } from "@/components/speech/trace/shared-links";
import { TranscriptSettingsForm } from "@/components/speech/transcripts/transcript-settings";
import { type Section, Sections } from "@/components/ui/lists/sections";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { requireMember, requireViewer } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { getDataRules } from "@/lib/businesses/data-rules";
import { listBusinesses } from "@/lib/businesses/service";
import { getInvoiceDetails } from "@/lib/money/invoices/details/service";
import { getRefundOffer } from "@/lib/money/refunds/request";
import { getMetadataKeys } from "@/lib/money/usage/metadata-keys";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { translate } from "@/lib/platform/i18n/translate";
import { pictureComplaint } from "@/lib/platform/images/schema";
import { regionCodes } from "@/lib/platform/regions";
import { listSharedLinks } from "@/lib/speech/trace/share";
import { getTranscriptSettings } from "@/lib/speech/transcripts/settings";

export const generateMetadata = pageTitle("settings", "title");

export default async function SettingsPage({ params, searchParams }: PageProps<"/console/[business]/settings">) {
  const [viewer, member] = await Promise.all([requireViewer(), requireMember((await params).business)]);
  const may = (permission: Parameters<typeof can>[1]) => can(member.role, permission);
  const [t, words, rules, formatting, metadataKeys, businesses, links, invoice, offer] = await Promise.all([
    getTranslations("settings"),
    getTranslations(),
    getDataRules(member),
    getTranscriptSettings(member),
    getMetadataKeys(member),
    listBusinesses(viewer),
    may("history:read") ? listSharedLinks(member) : null,
    may("billing:read") ? getInvoiceDetails(member) : null,
    may("business:archive") ? getRefundOffer(member) : null,
  ]);
  const business = member.businessSlug;
  const named = businesses.find(({ slug }) => slug === business) ?? notFound();
  const refused = pictureComplaint((await searchParams).refused);
  const mayChange = may("business:write");
  const counted = metadataKeys.flatMap(({ name, removedAt }) => (removedAt ? [] : [name]));
  const sections: (Section | false)[] = [
    mayChange && { id: "name", title: t("general.name"), content: <NameCard business={named} /> },
    mayChange && {
      id: "logo",
      title: t("general.logo"),
      content: <LogoCard business={named} complaint={refused && translate(await getLocale(), refused)} />,
    },
    may("billing:read") && {
      id: "invoice",
      title: words("invoiceDetails.title"),
      content: <InvoiceCard business={business} details={invoice} />,
    },
    {
      id: "data",
      title: t("data.title"),
      content: (
        <Card title={t("data.title")}>
          <div className="grid gap-4">
            <p className="max-w-text text-muted">{t("data.lead")}</p>
            {mayChange ? (
              <DataRulesForm business={business} rules={rules} regions={regionCodes} />
            ) : (
              <DataRulesFacts rules={rules} />
            )}
          </div>
        </Card>
      ),
    },
    {
      id: "transcripts",
      title: words("transcripts.title"),
      content: (
        <Card title={words("transcripts.title")}>
          <div className="grid gap-4">
            <p className="max-w-text text-muted">{words("transcripts.lead")}</p>
            <TranscriptSettingsForm business={may("speech:use") ? business : undefined} settings={formatting} />
          </div>
        </Card>
      ),
    },
    {
      id: "usage",
      title: words("usage.metadata.title"),
      content: (
        <Card title={words("usage.metadata.title")}>
          <div className="grid gap-4">
            <p className="max-w-text text-muted">{words("usage.metadata.lead")}</p>
            {mayChange ? (
              <MetadataKeysForm business={business} names={counted} everNamed={metadataKeys.map(({ name }) => name)} />
            ) : (
              <p>{counted.join(", ") || words("usage.metadata.none")}</p>
            )}
          </div>
        </Card>
      ),
    },
    links !== null && {
      id: "links",
      title: words("trace.share.links"),
      content: <SharedLinks links={links} business={business} />,
    },
    offer !== null && {
      id: "archive",
      title: words("businesses.archive"),
      content: <ArchiveCard business={business} name={named.name} {...offer} />,
    },
  ];
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Sections
        label={t("sections")}
        sections={sections.filter((section) => section !== false)}
        moved={{ reading: `/console/${business}/pronunciations#reading` }}
      />
    </Page>
  );
}
