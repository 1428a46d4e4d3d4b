"use client";

import { useTranslations } from "next-intl";
import { RunFailure } from "@/components/speech/playground/run-failure";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Card } from "@/components/ui/text/card";
import { TranscriptCard } from "./transcript-card";
import type { useTranscription } from "./use-transcription";

type TranscriptAreaProps = ReturnType<typeof useTranscription> & {
  /** Whether the page still has the file, for another try. */
  hasFile: boolean;
  corrected: readonly string[] | null;
  onCorrect: (texts: string[] | null) => void;
  business: string;
  baseUrl: string;
};

export function TranscriptArea({
  transcript,
  failure,
  running,
  hasFile,
  corrected,
  onCorrect,
  keyring,
  business,
  baseUrl,
}: TranscriptAreaProps) {
  const t = useTranslations("playground.transcribe");
  return (
    <section aria-label={t("result")} aria-busy={running !== null} className="grid min-w-0 gap-4">
      <p role="status" className="sr-only">
        {running ? t("running") : transcript && !failure ? t("done") : ""}
      </p>
      <div role="alert" className="empty:hidden">
        {failure && <RunFailure failure={failure} kept={hasFile ? t("kept") : t("chooseAgain")} />}
      </div>
      {running ? (
        // The transcript of another file, shown below a job that runs, would be taken for its result.
        <Card title={t("result")}>
          <EmptyState title={running.trackingId ? t("running") : t("sending")}>
            {running.trackingId ? t("mayLeave") : running.fileName}
          </EmptyState>
        </Card>
      ) : transcript ? (
        <TranscriptCard
          key={transcript.recognized.response.trackingId}
          {...{ transcript, corrected, onCorrect, keyring, business, baseUrl }}
        />
      ) : (
        <Card>
          <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
        </Card>
      )}
    </section>
  );
}
