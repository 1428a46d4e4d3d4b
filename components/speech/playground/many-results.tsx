"use client";

import { Check, RotateCw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Money } from "@/components/ui/text/money";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { VoiceRecord } from "@/lib/speech/schema";
import { RunFailure } from "./bench-parts";
import { TakeLinks, TakeSound } from "./take";
import { isPending, isRunning, type Run } from "./use-runs";

type PartsResultProps = { run: Run; business: string; onGoOn: () => void };

/** The parts of a long text, in their order; each can be played as soon as it is there. */
export function PartsResult({ run, business, onGoOn }: PartsResultProps) {
  const t = useTranslations("playground.parts");
  const done = run.takes.filter(({ speech }) => speech);
  const sum = done.reduce((total, { speech }) => total + (speech?.chargeMilli ?? 0n), 0n);
  const isStopped = run.takes.some(({ failure }) => failure) && !isRunning(run);
  const words = t("progress", { done: done.length, count: run.takes.length });
  // What comes after the part that is generated now only has its text.
  const begun = run.takes.findIndex((take) => isPending(take));

  return (
    <>
      <div className="grid gap-1.5">
        <progress
          className="h-2 w-full overflow-clip rounded-full accent-ink"
          aria-label={words}
          max={run.takes.length}
          value={done.length}
        />
        <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm tabular-nums">
          <span>{words}</span>
          <Money amountMilli={sum} />
        </p>
      </div>
      {isStopped && (
        <Button icon={<RotateCw />} onClick={onGoOn}>
          {t("goOn", { count: run.takes.length - done.length })}
        </Button>
      )}
      <ol className="grid max-h-120 gap-3 overflow-y-auto">
        {run.takes.map(({ id, request, speech = null }, index) => (
          <li key={id} className="grid min-w-0 gap-2 border-line border-t pt-3 first:border-t-0 first:pt-0">
            <p lang="vi" className="truncate text-muted text-sm">
              {index + 1}. {request.text}
            </p>
            {(speech || index === begun) && (
              <TakeSound compact speech={speech} title={t("sound", { number: index + 1 })} />
            )}
            {speech && (
              <div className="flex flex-wrap gap-2">
                <TakeLinks speech={speech} business={business} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

type VoicesResultProps = {
  run: Run;
  voices: readonly VoiceRecord[];
  business: string;
  onKeepVoice: (voiceId: string) => void;
};

export function VoicesResult({ run, voices, business, onKeepVoice }: VoicesResultProps) {
  const t = useTranslations("playground");
  const locale = useLocale();
  return (
    <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
      {run.takes.map(({ id, request, speech = null, failure }) => {
        const voice = voices.find(({ voiceId }) => voiceId === request.voiceId);
        const name = voice?.name ?? request.voiceId;
        return (
          <li key={id} className="grid min-w-0 content-start gap-3 rounded-control border border-line p-3">
            {voice ? <VoiceLine voice={voice} /> : <p className="text-muted text-sm">{request.voiceId}</p>}
            {failure ? (
              <RunFailure failure={failure} kept={t("compare.othersKept")} />
            ) : (
              <>
                <TakeSound compact speech={speech} title={t("compare.sound", { name })} />
                <p className="min-h-5 text-muted text-sm tabular-nums">
                  {speech && (
                    <>
                      {t("result.seconds", {
                        seconds: formatNumber(Number(speech.response.audioDuration.toFixed(2)), locale),
                      })}
                      {" · "}
                      <Money amountMilli={speech.chargeMilli} />
                    </>
                  )}
                </p>
                <div className="flex flex-wrap gap-2">
                  <Button size="small" icon={<Check />} onClick={() => onKeepVoice(request.voiceId)}>
                    {t("compare.keep", { name })}
                  </Button>
                  <TakeLinks speech={speech} business={business} />
                </div>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A voice in one line: `Ngọc · Nữ · Miền Nam`. */
export function VoiceLine({ voice }: { voice: VoiceRecord }) {
  const t = useTranslations("playground.voices");
  return (
    <p className="min-w-0 text-muted text-sm wrap-anywhere">
      {voice.name} · {t(`genders.${voice.gender}`)} · {t(`regions.${voice.region}`)}
    </p>
  );
}
