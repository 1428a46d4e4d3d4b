"use client";

import { AudioLines, FileText, Share2, Route as TraceIcon } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { RequestCode } from "@/components/api/code/request-code";
import { Fact, RunFailure } from "@/components/speech/playground/bench-parts";
import type { makeKeyring } from "@/components/speech/playground/keyring";
import { LazyEditor } from "@/components/speech/transcripts/lazy-editor";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import type { Recognized } from "@/lib/api/client/transcription";
import { formatBytes, formatNumber } from "@/lib/platform/i18n/format";
import { tracePath, transcriptPath } from "@/lib/speech/path";
import { ReadOnlyTranscript } from "./transcript-text";
import type { Transcript, useTranscription } from "./use-transcription";

type TranscriptAreaProps = ReturnType<typeof useTranscription> & {
  /** Whether the page still has the file, for another try. */
  hasFile: boolean;
  business: string;
  baseUrl: string;
};

export function TranscriptArea({
  transcript,
  failure,
  running,
  hasFile,
  sentFile,
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
          <EmptyState Icon={AudioLines} title={running.trackingId ? t("running") : t("sending")}>
            {running.trackingId ? t("mayLeave") : running.fileName}
          </EmptyState>
        </Card>
      ) : transcript ? (
        <TranscriptCard
          key={transcript.recognized.response.trackingId}
          transcript={transcript}
          file={sentFile(transcript)}
          keyring={keyring}
          business={business}
          baseUrl={baseUrl}
        />
      ) : (
        <Card>
          <EmptyState Icon={FileText} title={t("empty")}>
            {t("emptyHint")}
          </EmptyState>
        </Card>
      )}
    </section>
  );
}

type TranscriptCardProps = {
  transcript: Transcript;
  /** What was uploaded, where the page still has it. */
  file: File | null;
  keyring: ReturnType<typeof makeKeyring>;
  business: string;
  baseUrl: string;
};

function TranscriptCard({ transcript: shown, file, keyring, business, baseUrl }: TranscriptCardProps) {
  const t = useTranslations("playground.transcribe");
  const { base, fileName, modelId, fields, recognized } = shown;
  const { transcript, trackingId } = recognized.response;
  const traceLink = (
    <ButtonLink size="small" icon={<TraceIcon />} href={tracePath(business, trackingId)}>
      {t("history")}
    </ButtonLink>
  );

  return (
    <Card
      title={t("result")}
      action={fileName && <p className="min-w-0 text-muted text-sm wrap-anywhere">{fileName}</p>}
    >
      <div className="grid gap-4">
        {!transcript && <Notice>{t("noSpeech")}</Notice>}
        {transcript && !base ? (
          <LazyEditor
            business={business}
            trackingId={trackingId}
            file={file}
            actions={
              <>
                <ButtonLink
                  size="small"
                  icon={<Share2 />}
                  href={`${transcriptPath(business, trackingId)}#share` as Route}
                >
                  {t("share")}
                </ButtonLink>
                {traceLink}
              </>
            }
            fallback={<p className="max-w-text whitespace-pre-wrap text-lg wrap-anywhere">{transcript}</p>}
            gone={<ReadOnlyTranscript transcript={shown} keyring={keyring} actions={traceLink} />}
          />
        ) : (
          <ReadOnlyTranscript transcript={shown} keyring={keyring} actions={traceLink} />
        )}
        <TranscriptFacts recognized={recognized} />
        {recognized.engine === "demo-synthetic" && <Notice kind="warning">{t("demo.result")}</Notice>}
        {fileName && (
          <RequestCode
            request={{
              url: `${base || baseUrl}/stt`,
              body: { file: fileName, fields: { ...(modelId && { modelId }), ...fields } },
            }}
          />
        )}
      </div>
    </Card>
  );
}

function TranscriptFacts({ recognized: { response, chargeMilli } }: { recognized: Recognized }) {
  const t = useTranslations("playground.result");
  const locale = useLocale();
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      <Fact label={t("charge")}>
        <Money amountMilli={chargeMilli} />
      </Fact>
      <Fact label={t("billedDuration")}>{t("seconds", { seconds: formatNumber(response.audioDuration, locale) })}</Fact>
      <Fact label={t("processing")}>
        {t("milliseconds", { milliseconds: formatNumber(response.processingTimeMs, locale) })}
      </Fact>
      <Fact label={t("size")}>{formatBytes(response.fileSizeBytes, locale)}</Fact>
      <Fact wide label="trackingId">
        <code className="min-w-0 break-all font-mono text-sm">{response.trackingId}</code>
        <CopyButton text={response.trackingId} />
      </Fact>
    </dl>
  );
}
