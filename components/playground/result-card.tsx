"use client";

import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { Waveform } from "@/components/ui/sound/waveform";
import { Card } from "@/components/ui/text/card";
import { type Speech, soundOf } from "@/lib/api-client/speech";
import type { TtsRequest, VoiceRecord } from "@/lib/speech/schema";
import { curlCommand } from "./curl-command";
import { EngineNote } from "./engine-note";
import { RequestCode } from "./request-code";
import { ResultActions } from "./result-actions";
import { ResultFacts } from "./result-facts";
import { VoiceLine } from "./voice-line";

type ResultCardProps = {
  request: TtsRequest;
  /** Null while it is being generated: everything already has its place. */
  speech: Speech | null;
  /** Just generated, so it plays at once; not when it is shown again after a run that failed. */
  isFresh: boolean;
  voice: VoiceRecord | undefined;
  baseUrl: string;
  business: string;
  onRunAgain: () => void;
};

export function ResultCard({ request, speech, isFresh, voice, baseUrl, business, onRunAgain }: ResultCardProps) {
  const t = useTranslations("playground.result");
  const source = speech && soundOf(speech.response.audioUrl, speech.base);
  const command = curlCommand(baseUrl, request);

  return (
    <Card title={t("title")} action={voice && <VoiceLine voice={voice} />}>
      <div className="grid gap-4">
        <div className="grid min-h-16 items-center">
          {source ? <Waveform key={source} url={source} title={t("sound")} autoPlay={isFresh} /> : <WaveformSkeleton />}
        </div>
        <ResultActions trackingId={speech?.response.trackingId} {...{ source, command, business, onRunAgain }} />
        <ResultFacts speech={speech} />
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
