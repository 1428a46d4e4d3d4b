import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DataRulesFacts } from "@/components/businesses/data-rules-facts";
import { DataRulesForm } from "@/components/businesses/data-rules-form";
import { PronunciationForm } from "@/components/pronunciations/pronunciation-form";
import { PronunciationTable } from "@/components/pronunciations/pronunciation-table";
import { Card } from "@/components/ui/card";
import { Page } from "@/components/ui/page";
import { requireMember } from "@/lib/auth/session";
import { getDataRules } from "@/lib/businesses/data-rules";
import { can } from "@/lib/businesses/roles";
import { regionCodes } from "@/lib/regions/regions";
import { listPronunciations } from "@/lib/speech/pronunciations";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SettingsPage({ params }: PageProps<"/console/[business]/settings">) {
  const member = await requireMember((await params).business);
  const [t, words, rules, list] = await Promise.all([
    getTranslations("settings"),
    getTranslations("pronunciations"),
    getDataRules(member),
    listPronunciations(member),
  ]);
  const business = member.businessSlug;
  const maySpeak = can(member.role, "speech:use");

  return (
    <Page title={t("title")} lead={t("lead")}>
      <Card title={t("data.title")}>
        <div className="grid gap-4">
          <p className="max-w-text text-muted">{t("data.lead")}</p>
          {can(member.role, "business:write") ? (
            <DataRulesForm {...{ business, rules }} regions={regionCodes} />
          ) : (
            <DataRulesFacts rules={rules} />
          )}
        </div>
      </Card>
      <Card title={words("title")}>
        <div className="grid gap-5">
          <p className="max-w-text text-muted">{words("lead")}</p>
          {maySpeak && <PronunciationForm business={business} />}
          {list.length > 0 ? (
            <PronunciationTable words={list} removeIn={maySpeak ? business : undefined} />
          ) : (
            <p className="text-muted">{words("empty")}</p>
          )}
        </div>
      </Card>
    </Page>
  );
}
