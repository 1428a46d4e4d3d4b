import { MicOff } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { ForbiddenContent } from "@/app/console/[business]/forbidden-content";
import { Live } from "@/components/speech/playground/live/live";
import { ModeTabs, NeedsScript } from "@/components/speech/playground/playground-head";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { listModelsWithPrices } from "@/lib/engines/catalogue";
import { env } from "@/lib/platform/env";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { listRegions } from "@/lib/platform/regions";
import { getTranscriptSettings } from "@/lib/speech/transcripts/settings";

export const generateMetadata = pageTitle("playground.live", "title");

export default async function LivePage({ params }: PageProps<"/console/[business]/playground/live">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("playground");
  if (!can(member.role, "speech:use")) {
    return (
      <Page title={t("title")} lead={t("lead")}>
        <ForbiddenContent>{t("forbidden")}</ForbiddenContent>
      </Page>
    );
  }
  const [models, { formatting }] = await Promise.all([
    listModelsWithPrices(member.businessId),
    getTranscriptSettings(member),
  ]);
  const [first, ...others] = models.filter(({ kind }) => kind === "stt");

  return (
    <Page title={t("title")} lead={t("live.lead")}>
      <ModeTabs business={member.businessSlug} mode="live" />
      <NeedsScript />
      {first ? (
        <Live
          business={member.businessSlug}
          baseUrl={env.url}
          regions={listRegions()}
          models={[first, ...others]}
          formatting={formatting}
        />
      ) : (
        <EmptyState Icon={MicOff} title={t("transcribe.noModel.title")}>
          {t("transcribe.noModel.hint")}
        </EmptyState>
      )}
    </Page>
  );
}
