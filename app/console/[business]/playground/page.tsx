import { getTranslations } from "next-intl/server";
import { ForbiddenContent } from "@/app/console/[business]/forbidden-content";
import { loadSpeaking } from "@/app/console/[business]/playground/speaking";
import { RobotNotice } from "@/components/operator/voices/robot-notice";
import { Playground } from "@/components/speech/playground/playground";
import { ModeTabs, NeedsScript } from "@/components/speech/playground/playground-head";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { findRouteStaff } from "@/lib/access/auth/staff";
import type { Member } from "@/lib/access/principals/member";
import { can, staffCan } from "@/lib/access/principals/roles";
import { hasNaturalVoices } from "@/lib/engines/catalogue";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { listRegions } from "@/lib/platform/regions";
import { sampleSentence } from "@/lib/speech/choices";
import { findSpokenAgain } from "@/lib/speech/history/describe";
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
  const speaking = await loadSpeaking(member);
  const { voices, models } = speaking.catalogue;
  const { from } = await searchParams;
  const again = typeof from === "string" ? await orError(findSpokenAgain(member, from)) : undefined;

  return (
    <Page title={t("title")} lead={t("lead")}>
      <ModeTabs business={member.businessSlug} mode="speak" />
      <NeedsScript />
      <Playground
        business={member.businessSlug}
        baseUrl={env.url}
        {...speaking}
        firstReading={again ? undefined : await readSample(member, models[0].modelId, voices)}
        hasPronunciations={(await listPronunciations(member)).length > 0}
        regions={listRegions()}
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
