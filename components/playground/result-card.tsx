"use client";

import { Download, RotateCw } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { Waveform } from "@/components/ui/waveform";
import { onThisSite, type Speech } from "@/lib/playground/queries";
import type { TtsRequest, VoiceRecord } from "@/lib/speech/schema";
import { curlCommand } from "./curl-command";
import { EngineNote } from "./engine-note";
import { RequestCode } from "./request-code";
import { ResultFacts } from "./result-facts";
import { VoiceLine } from "./voice-line";

type ResultCardProps = {
  request: TtsRequest;
  /** Null while it is being made: everything already has its place. */
  speech: Speech | null;
  voice: VoiceRecord | undefined;
  baseUrl: string;
  business: string;
  onRunAgain: () => void;
};

export function ResultCard({ request, speech, voice, baseUrl, business, onRunAgain }: ResultCardProps) {
  const t = useTranslations("playground.result");
  const source = speech && onThisSite(speech.response.audioUrl);
  const command = curlCommand(baseUrl, request);
  const history = `/console/${business}/history` as Route;

  return (
    <Card title={t("title")} action={voice && <VoiceLine voice={voice} />}>
      <div className="grid gap-4">
        {source ? <Waveform key={source} url={source} title={t("sound")} autoPlay /> : <WaveformSkeleton />}
        <div className="flex flex-wrap gap-2">
          <a
            href={source ?? undefined}
            download
            aria-disabled={!source || undefined}
            className={buttonClass({ size: "small" })}
          >
            <Download />
            {t("download")}
          </a>
          <Button size="small" icon={<RotateCw />} pending={!speech} onClick={onRunAgain}>
            {t("runAgain")}
          </Button>
          <CopyButton text={command} label={t("copyCurl")} />
        </div>
        <ResultFacts speech={speech} history={history} />
        <EngineNote modelId={request.modelId} />
        <RequestCode command={command} business={business} />
      </div>
    </Card>
  );
}

function WaveformSkeleton() {
  return (
    <div className="flex min-h-14 items-center gap-3">
      <Skeleton className="size-9 rounded-control" />
      <Skeleton className="h-10 flex-1" />
    </div>
  );
}
