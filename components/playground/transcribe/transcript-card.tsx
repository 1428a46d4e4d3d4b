"use client";

import { Route as TraceIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { tracePath } from "@/components/trace/trace-path";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Notice } from "@/components/ui/feedback/notice";
import { Waveform } from "@/components/ui/sound/waveform";
import { Card } from "@/components/ui/text/card";
import { soundOf } from "@/lib/api-client/speech";
import type { makeKeyring } from "../keyring";
import { SubtitleButtons } from "./subtitle-buttons";
import { TranscriptFacts } from "./transcript-facts";
import type { Transcript } from "./use-transcription";

type TranscriptCardProps = {
  transcript: Transcript;
  keyring: ReturnType<typeof makeKeyring>;
  business: string;
};

export function TranscriptCard({ transcript: { base, recognized }, keyring, business }: TranscriptCardProps) {
  const t = useTranslations("playground.transcribe");
  const { transcript, trackingId, inputAudioUrl } = recognized.response;
  return (
    <Card title={t("result")}>
      <div className="grid gap-4">
        {transcript ? (
          <p lang="vi" className="max-w-text whitespace-pre-wrap text-lg wrap-anywhere">
            {transcript}
          </p>
        ) : (
          <Notice>{t("noSpeech")}</Notice>
        )}
        <div className="flex flex-wrap gap-2">
          {transcript && <CopyButton text={transcript} label={t("copy")} />}
          {transcript && <SubtitleButtons {...{ trackingId, keyring }} base={base} />}
          <ButtonLink size="small" icon={<TraceIcon />} href={tracePath(business, trackingId)}>
            {t("history")}
          </ButtonLink>
        </div>
        {inputAudioUrl && (
          <div className="grid gap-1">
            <h3 className="text-muted text-sm">{t("input")}</h3>
            <Waveform url={soundOf(inputAudioUrl, base)} title={t("input")} compact />
          </div>
        )}
        <TranscriptFacts recognized={recognized} />
        {recognized.engine === "demo-synthetic" && <Notice kind="warning">{t("demo.result")}</Notice>}
      </div>
    </Card>
  );
}
