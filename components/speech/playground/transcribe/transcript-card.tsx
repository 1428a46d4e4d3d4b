"use client";

import { Check, Pencil, RotateCcw, Route as TraceIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RequestCode } from "@/components/api/code/request-code";
import type { makeKeyring } from "@/components/speech/playground/keyring";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Notice } from "@/components/ui/feedback/notice";
import { Waveform } from "@/components/ui/sound/waveform";
import { Card } from "@/components/ui/text/card";
import { soundOf } from "@/lib/api/client/speech";
import { tracePath } from "@/lib/speech/trace/path";
import { SubtitleButtons } from "./subtitle-buttons";
import { TranscriptFacts } from "./transcript-facts";
import { TranscriptText } from "./transcript-text";
import { useCues } from "./use-cues";
import type { Transcript } from "./use-transcription";

type TranscriptCardProps = {
  transcript: Transcript;
  /** Corrected words, one text for each part; null without corrections. */
  corrected: readonly string[] | null;
  onCorrect: (texts: string[] | null) => void;
  keyring: ReturnType<typeof makeKeyring>;
  business: string;
  baseUrl: string;
};

export function TranscriptCard(props: TranscriptCardProps) {
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
            {...{ cues, texts, isEditing }}
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
              <SubtitleButtons {...{ trackingId, keyring, base }} texts={own} />
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
