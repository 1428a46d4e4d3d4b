"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/text/badge";
import type { VoiceRecord } from "@/lib/speech/schema";
import { PreviewButton } from "./preview-button";

type VoiceCardProps = { voice: VoiceRecord; isChosen: boolean; onChoose: (voiceId: string) => void };

/**
 * One voice of a radio group; the whole card selects it. Its preview button lies above, because listening does not
 * select.
 */
export function VoiceCard({ voice, isChosen, onChoose }: VoiceCardProps) {
  const t = useTranslations("playground.voices");
  return (
    <div
      className={clsx(
        "relative flex w-60 shrink-0 snap-start items-start rounded-control border border-edge bg-raised xl:w-auto",
        "transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-wash",
      )}
    >
      <label className="flex min-w-0 flex-1 flex-wrap content-start items-center gap-x-2 py-2 pl-3">
        <input
          type="radio"
          name="voice"
          value={voice.voiceId}
          checked={isChosen}
          onChange={() => onChoose(voice.voiceId)}
          className="absolute inset-0 cursor-pointer appearance-none rounded-control"
        />
        <span className="font-medium wrap-anywhere">{voice.name}</span>
        {voice.experimental && (
          // In a narrow column it is below the rest.
          <span className="xl:order-last xl:mt-1">
            <Badge kind="warning">{t("experimental")}</Badge>
          </span>
        )}
        <span className="w-full text-muted text-sm">
          {t(`genders.${voice.gender}`)} · {t(`regions.${voice.region}`)}
        </span>
      </label>
      <span className="relative py-2 pr-1.5">
        <PreviewButton name={voice.name} url={voice.previewUrl} />
      </span>
    </div>
  );
}
