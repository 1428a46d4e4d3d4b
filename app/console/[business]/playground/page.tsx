import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ModeTabs } from "@/components/playground/mode-tabs";
import { NeedsScript } from "@/components/playground/needs-script";
import { Playground } from "@/components/playground/playground";
import { readVoiceMemory, sortVoices, voicesCookie } from "@/components/playground/voice-memory";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireMember } from "@/lib/auth/session";
import { listModelsWithPrices, listVoices } from "@/lib/engines/catalogue";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { findSpokenAgain } from "@/lib/history/again";
import { pageTitle } from "@/lib/i18n/page-title";
import { can } from "@/lib/principals/roles";
import { listPronunciations } from "@/lib/pronunciations/pronunciations";
import { listRegions } from "@/lib/regions";
import { listPreviewSparks } from "@/lib/speech/preview";
import { audioFormats, maxCharacters } from "@/lib/speech/schema";
import { ForbiddenContent } from "../forbidden-content";

export const generateMetadata = pageTitle("playground", "title");

export default async function PlaygroundPage({ params, searchParams }: PageProps<"/console/[business]/playground">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("playground");
  if (!can(member.role, "speech:use")) {
    return (
      <Page title={t("title")} lead={t("lead")}>
        <ForbiddenContent>{t("forbidden")}</ForbiddenContent>
      </Page>
    );
  }
  const models = await listModelsWithPrices(member.businessId);
  const [first, ...others] = models.filter(({ kind }) => kind === "tts");
  if (!first) notFound();
  const memory = readVoiceMemory((await cookies()).get(voicesCookie)?.value);
  const { from } = await searchParams;
  const again = typeof from === "string" ? await orError(findSpokenAgain(member, from)) : undefined;

  return (
    <Page title={t("title")} lead={t("lead")}>
      <ModeTabs business={member.businessSlug} mode="speak" />
      <NeedsScript />
      <Playground
        business={member.businessSlug}
        baseUrl={env.url}
        catalogue={{ voices: sortVoices(listVoices(), memory), models: [first, ...others] }}
        memory={memory}
        hasPronunciations={(await listPronunciations(member)).length > 0}
        regions={listRegions()}
        sparks={await listPreviewSparks()}
        {...{ audioFormats, maxCharacters }}
        again={again instanceof AppError ? undefined : again}
      />
    </Page>
  );
}
