"use client";

import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Card } from "@/components/ui/text/card";
import { RunFailure } from "../run-failure";
import { TranscriptCard } from "./transcript-card";
import type { useTranscription } from "./use-transcription";

type TranscriptAreaProps = ReturnType<typeof useTranscription> & {
  corrected: readonly string[] | null;
  onCorrect: (texts: string[] | null) => void;
  business: string;
  baseUrl: string;
};

export function TranscriptArea({
  transcript,
  failure,
  progress,
  run: _run,
  cancel: _cancel,
  ...rest
}: TranscriptAreaProps) {
  const t = useTranslations("playground.transcribe");
  return (
    <section aria-label={t("result")} aria-busy={progress !== null} className="grid min-w-0 gap-4">
      <p role="status" className="sr-only">
        {progress !== null ? t("running") : transcript && !failure ? t("done") : ""}
      </p>
      <div role="alert" className="empty:hidden">
        {failure && <RunFailure failure={failure} kept={t("kept")} />}
      </div>
      {transcript ? (
        <TranscriptCard key={transcript.recognized.response.trackingId} {...rest} transcript={transcript} />
      ) : (
        <Card>
          <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
        </Card>
      )}
    </section>
  );
}
