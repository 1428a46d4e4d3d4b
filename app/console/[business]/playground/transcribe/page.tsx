import { MicOff } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { ForbiddenContent } from "@/app/console/[business]/forbidden-content";
import { ModeTabs, NeedsScript } from "@/components/speech/playground/playground-head";
import { Transcribe } from "@/components/speech/playground/transcribe/transcribe";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { acceptedAudio } from "@/lib/engines/audio/accepted";
import { hasFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { listModelsWithPrices } from "@/lib/engines/catalogue";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { listRegions } from "@/lib/platform/regions";
import { findRecognizedAgain } from "@/lib/speech/history/describe";
import { longestSeconds } from "@/lib/speech/jobs/schema";
import { maxAudioSeconds, maxUploadBytes } from "@/lib/speech/schema";
import { getTranscriptSettings } from "@/lib/speech/transcripts/settings";
import { largestFileBytes } from "@/lib/speech/uploads/uploads";

export const generateMetadata = pageTitle("playground.transcribe", "title");

export default async function TranscribePage({
  params,
  searchParams,
}: PageProps<"/console/[business]/playground/transcribe">) {
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
  const { from } = await searchParams;
  const again = typeof from === "string" ? await orError(findRecognizedAgain(member, from)) : undefined;

  return (
    <Page title={t("title")} lead={t("transcribe.lead")}>
      <ModeTabs business={member.businessSlug} mode="transcribe" />
      <NeedsScript />
      {first ? (
        <Transcribe
          business={member.businessSlug}
          baseUrl={env.url}
          regions={listRegions()}
          models={[first, ...others]}
          formatting={formatting}
          again={again instanceof AppError ? undefined : again}
          limits={{
            maxBytes: maxUploadBytes,
            maxSeconds: maxAudioSeconds,
            ...(hasFfmpeg() && { long: { maxBytes: largestFileBytes, maxSeconds: longestSeconds } }),
            ...acceptedAudio(),
          }}
        />
      ) : (
        <EmptyState Icon={MicOff} title={t("transcribe.noModel.title")}>
          {t("transcribe.noModel.hint")}
        </EmptyState>
      )}
    </Page>
  );
}
