"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { VoiceRecord } from "@/lib/speech/schema";
import { PreviewButton } from "./preview-button";

type VoiceCardProps = { voice: VoiceRecord; isChosen: boolean; onChoose: (voiceId: string) => void };

/** One voice of a radio group. Its preview is beside the choice, not in it: to listen is not to choose. */
export function VoiceCard({ voice, isChosen, onChoose }: VoiceCardProps) {
  const t = useTranslations("playground.voices");
  return (
    <div className="relative flex w-48 shrink-0 snap-start items-start rounded-control border border-edge bg-raised transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-wash has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent has-[input:focus-visible]:outline-offset-2 lg:w-auto">
      <label className="min-w-0 flex-1 cursor-pointer self-stretch py-2 pl-3">
        <input
          type="radio"
          name="voice"
          value={voice.voiceId}
          checked={isChosen}
          onChange={() => onChoose(voice.voiceId)}
          className="sr-only"
        />
        <span className="block font-medium wrap-anywhere">{voice.name}</span>
        <span className="block text-muted text-sm">
          {t(`genders.${voice.gender}`)} · {t(`regions.${voice.region}`)}
        </span>
        {voice.experimental && (
          <span className="mt-1 block">
            <Badge kind="warning">{t("experimental")}</Badge>
          </span>
        )}
      </label>
      <span className="py-2 pr-1.5">
        <PreviewButton name={voice.name} url={voice.previewUrl} />
      </span>
    </div>
  );
}
