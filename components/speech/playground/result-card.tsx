"use client";

import { Info, RotateCw } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { RequestCode } from "@/components/api/code/request-code";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import type { Speech } from "@/lib/api/client/speech";
import { formatBytes, formatNumber } from "@/lib/platform/i18n/format";
import type { TtsRequest, VoiceRecord } from "@/lib/speech/schema";
import { Fact } from "./bench-parts";
import { PartsResult, type RunSounds, VoiceLine, VoicesResult } from "./many-results";
import { TakeLinks, TakeSound } from "./take";
import type { Run, Take } from "./use-runs";

export type ResultActs = {
  voices: readonly VoiceRecord[];
  baseUrl: string;
  business: string;
  sounds: RunSounds;
  /** The request as the page has it now: a result of another one says so. */
  current: TtsRequest;
  onRunAgain: (request: TtsRequest) => void;
  onGoOn: (run: Run) => void;
  onKeepVoice: (voiceId: string) => void;
};

const isSame = (one: TtsRequest, other: TtsRequest) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** One run with everything that belongs to it, and its request as code. */
export function ResultCard({ run, isFresh, ...acts }: ResultActs & { run: Run; isFresh: boolean }) {
  const t = useTranslations("playground");
  const { voices, baseUrl, business, sounds, current, onRunAgain, onGoOn, onKeepVoice } = acts;
  const [take] = run.takes;
  if (!take) return null;
  const voice = voices.find(({ voiceId }) => voiceId === take.request.voiceId);
  const isEarlier =
    run.kind === "one" ? !isSame(take.request, current) : run.kind === "voices" && take.request.text !== current.text;

  return (
    <Card
      title={t("result.title")}
      action={
        <span className="flex flex-wrap items-center gap-2">
          {run.isStopped && <Badge kind="warning">{t("result.stopped")}</Badge>}
          {isEarlier && <Badge kind="info">{t("result.earlier")}</Badge>}
          {run.kind !== "voices" && voice && <VoiceLine voice={voice} />}
        </span>
      }
    >
      <div className="grid gap-4">
        {run.kind === "one" && (
          <OneResult
            key={take.id}
            run={run}
            take={take}
            sounds={sounds}
            isFresh={isFresh}
            business={business}
            onRunAgain={() => onRunAgain(take.request)}
          />
        )}
        {run.kind === "voices" && (
          <VoicesResult
            key={run.id}
            run={run}
            sounds={sounds}
            voices={voices}
            business={business}
            onKeepVoice={onKeepVoice}
          />
        )}
        {run.kind === "parts" && (
          <PartsResult key={run.id} run={run} sounds={sounds} business={business} onGoOn={() => onGoOn(run)} />
        )}
        <div className="grid min-w-0 gap-2">
          <RequestCode request={{ url: `${take.base || baseUrl}/tts`, body: { json: take.request } }} />
          <p className="text-muted text-sm">
            {t.rich("code.key", {
              code: (words) => <code className="font-mono text-ink">{words}</code>,
              link: (words) => <Link href={`/console/${business}/keys` as Route}>{words}</Link>,
            })}
          </p>
        </div>
      </div>
    </Card>
  );
}

type OneResultProps = {
  run: Run;
  take: Take;
  sounds: RunSounds;
  isFresh: boolean;
  business: string;
  onRunAgain: () => void;
};

function OneResult({ run, take, sounds: { soundOf, playhead }, isFresh, business, onRunAgain }: OneResultProps) {
  const t = useTranslations("playground.result");
  const speech = take.speech ?? null;
  return (
    <>
      <div className="grid min-h-16 items-center">
        <TakeSound take={take} live={soundOf(run, take)} playhead={playhead} title={t("sound")} autoPlay={isFresh} />
      </div>
      <div className="flex flex-wrap gap-2">
        <TakeLinks speech={speech} business={business} />
        <Button size="small" icon={<RotateCw />} disabled={!speech} onClick={onRunAgain}>
          {t("runAgain")}
        </Button>
      </div>
      <ResultFacts speech={speech} />
      <EngineNote modelId={take.request.modelId} />
    </>
  );
}

/** What the API returned about the run. `speech` is null while it is running. */
function ResultFacts({ speech }: { speech: Speech | null }) {
  const t = useTranslations("playground.result");
  const locale = useLocale();
  const { response, chargeMilli } = speech ?? {};

  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      <Fact label={t("charge")}>{chargeMilli !== undefined && <Money amountMilli={chargeMilli} />}</Fact>
      <Fact label={t("duration")}>
        {response && t("seconds", { seconds: formatNumber(Number(response.audioDuration.toFixed(2)), locale) })}
      </Fact>
      <Fact label={t("processing")}>
        {response && t("milliseconds", { milliseconds: formatNumber(response.processingTimeMs, locale) })}
      </Fact>
      <Fact label={t("size")}>{response && formatBytes(response.fileSizeBytes, locale)}</Fact>
      <Fact wide label="trackingId">
        {response && (
          <>
            <code className="min-w-0 break-all font-mono text-sm">{response.trackingId}</code>
            <CopyButton text={response.trackingId} />
          </>
        )}
      </Fact>
    </dl>
  );
}

/** What to know of an engine before judging its audio, for those that have such a note. */
function EngineNote({ modelId }: { modelId: string }) {
  const t = useTranslations("playground.engines");
  if (!t.has(modelId)) return null;
  return (
    <p className="flex gap-2 text-muted text-sm">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} />
      {t(modelId)}
    </p>
  );
}
