"use client";

import { Check } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Money } from "@/components/ui/text/money";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { VoiceRecord } from "@/lib/speech/schema";
import { RunFailure } from "./run-failure";
import type { Run } from "./runs";
import { TakeLinks } from "./take-links";
import { TakeSound } from "./take-sound";
import { VoiceLine } from "./voice-line";

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
