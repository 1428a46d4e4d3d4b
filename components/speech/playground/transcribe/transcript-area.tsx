"use client";

import { Check, Pencil, RotateCcw, Route as TraceIcon } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { RequestCode } from "@/components/api/code/request-code";
import { Fact, RunFailure } from "@/components/speech/playground/bench-parts";
import type { makeKeyring } from "@/components/speech/playground/keyring";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Waveform } from "@/components/ui/sound/waveform";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import { soundOf } from "@/lib/api/client/speech";
import type { Recognized } from "@/lib/api/client/transcription";
import { formatBytes, formatNumber } from "@/lib/platform/i18n/format";
import { tracePath } from "@/lib/speech/path";
import { SubtitleButtons, TranscriptText, useCues } from "./transcript-text";
import type { Transcript, useTranscription } from "./use-transcription";

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
          transcript={transcript}
          corrected={corrected}
          onCorrect={onCorrect}
          keyring={keyring}
          business={business}
          baseUrl={baseUrl}
        />
      ) : (
        <Card>
          <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
        </Card>
      )}
    </section>
  );
}

type TranscriptCardProps = {
  transcript: Transcript;
  /** Corrected words, one text for each part; null without corrections. */
  corrected: readonly string[] | null;
  onCorrect: (texts: string[] | null) => void;
  keyring: ReturnType<typeof makeKeyring>;
  business: string;
  baseUrl: string;
};

function TranscriptCard(props: TranscriptCardProps) {
  const { transcript: shown, corrected, onCorrect, keyring, business, baseUrl } = props;
  const t = useTranslations("playground.transcribe");
  const { base, fileName, modelId, recognized } = shown;
  const { transcript, trackingId, inputAudioUrl } = recognized.response;
  const cues = useCues(shown, keyring);
  const [isEditing, setEditing] = useState(false);
  const [seekTo, setSeekTo] = useState<{ seconds: number }>();
  const own = corrected && corrected.length === cues.length ? corrected : null;
  const texts = own ?? cues.map(({ text }) => text);

  return (
    <Card
      title={t("result")}
      action={fileName && <p className="min-w-0 text-muted text-sm wrap-anywhere">{fileName}</p>}
    >
      <div className="grid gap-4">
        {transcript ? (
          <TranscriptText
            cues={cues}
            texts={texts}
            isEditing={isEditing}
            onEdit={onCorrect}
            onSeek={inputAudioUrl ? (seconds) => setSeekTo({ seconds }) : undefined}
          />
        ) : (
          <Notice>{t("noSpeech")}</Notice>
        )}
        <div className="flex flex-wrap gap-2">
          {transcript && (
            <>
              <CopyButton text={own ? texts.join(" ") : transcript} label={t("copy")} />
              <Button size="small" icon={isEditing ? <Check /> : <Pencil />} onClick={() => setEditing(!isEditing)}>
                {t(isEditing ? "editDone" : "edit")}
              </Button>
              {own && (
                <Button size="small" variant="ghost" icon={<RotateCcw />} onClick={() => onCorrect(null)}>
                  {t("undoEdits")}
                </Button>
              )}
              <SubtitleButtons trackingId={trackingId} keyring={keyring} base={base} texts={own} />
            </>
          )}
          <ButtonLink size="small" icon={<TraceIcon />} href={tracePath(business, trackingId)}>
            {t("history")}
          </ButtonLink>
        </div>
        {inputAudioUrl && (
          <div className="grid gap-1">
            <h3 className="text-muted text-sm">{t("input")}</h3>
            <Waveform url={soundOf(inputAudioUrl, base)} title={t("input")} compact seekTo={seekTo} />
          </div>
        )}
        <TranscriptFacts recognized={recognized} />
        {recognized.engine === "demo-synthetic" && <Notice kind="warning">{t("demo.result")}</Notice>}
        {fileName && (
          <RequestCode
            request={{ url: `${base || baseUrl}/stt`, body: { file: fileName, fields: modelId ? { modelId } : {} } }}
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
