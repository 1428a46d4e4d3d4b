import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ForbiddenContent } from "@/app/console/[business]/forbidden-content";
import { RobotNotice } from "@/components/operator/voices/robot-notice";
import { Playground } from "@/components/speech/playground/playground";
import { ModeTabs, NeedsScript } from "@/components/speech/playground/playground-head";
import { readVoiceMemory, sortVoices, voicesCookie } from "@/components/speech/playground/voice-memory";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { findRouteStaff } from "@/lib/access/auth/staff";
import type { Member } from "@/lib/access/principals/member";
import { can, staffCan } from "@/lib/access/principals/roles";
import { enginesReady, hasNaturalVoices, listModelsWithPrices, listVoices } from "@/lib/engines/catalogue";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { listRegions } from "@/lib/platform/regions";
import { sampleSentence } from "@/lib/speech/choices";
import { findSpokenAgain } from "@/lib/speech/history/describe";
import { listPreviewSparks } from "@/lib/speech/preview";
import { previewReading } from "@/lib/speech/preview-reading";
import { listPronunciations } from "@/lib/speech/pronunciations/own-reading";
import { audioFormats, maxCharacters, type VoiceRecord } from "@/lib/speech/schema";

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
  await enginesReady();
  const models = await listModelsWithPrices(member.businessId);
  const [first, ...others] = models.filter(({ kind }) => kind === "tts");
  if (!first) notFound();
  const memory = readVoiceMemory((await cookies()).get(voicesCookie)?.value);
  const voices = sortVoices(listVoices(), memory);
  const { from } = await searchParams;
  const again = typeof from === "string" ? await orError(findSpokenAgain(member, from)) : undefined;

  return (
    <Page title={t("title")} lead={t("lead")}>
      <ModeTabs business={member.businessSlug} mode="speak" />
      <NeedsScript />
      <Playground
        business={member.businessSlug}
        baseUrl={env.url}
        catalogue={{ voices, models: [first, ...others] }}
        firstReading={again ? undefined : await readSample(member, first.modelId, voices)}
        memory={memory}
        hasPronunciations={(await listPronunciations(member)).length > 0}
        regions={listRegions()}
        sparks={await listPreviewSparks()}
        audioFormats={audioFormats}
        maxCharacters={maxCharacters}
        again={again instanceof AppError ? undefined : again}
        installer={(await mayInstallVoices()) && <RobotNotice />}
      />
    </Page>
  );
}

/** For the staff, where all voices are robotic. */
async function mayInstallVoices(): Promise<boolean> {
  if (hasNaturalVoices()) return false;
  const staff = await findRouteStaff();
  return staff !== null && staffCan(staff.role, "manage");
}

/** How the first voice reads the sample that the page begins with; undefined where it cannot. */
async function readSample({ businessId }: Member, modelId: string, voices: readonly VoiceRecord[]) {
  const voiceId = voices.find(({ modelIds }) => modelIds.includes(modelId))?.voiceId ?? "";
  const sample = { text: sampleSentence, voiceId, modelId };
  const preview = await orError(previewReading(businessId, sample));
  return preview instanceof AppError ? undefined : { ...sample, preview };
}
