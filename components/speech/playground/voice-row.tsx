"use client";

import { clsx } from "clsx";
import { Check, Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { onThisSite } from "@/lib/api/client/speech";
import type { VoiceRecord } from "@/lib/speech/schema";
import { PreviewButton } from "./preview-button";

type VoiceRowProps = {
  voice: VoiceRecord;
  spark?: string;
  isChosen: boolean;
  isFavorite: boolean;
  onChoose: (voiceId: string) => void;
  onFavorite: () => void;
};

/** One voice of a radio group. Only the chosen one can be made a favorite: fewer stops for the keyboard. */
export function VoiceRow({ voice, spark, isChosen, isFavorite, onChoose, onFavorite }: VoiceRowProps) {
  const t = useTranslations("playground.voices");
  const star = <Star strokeWidth={1.5} className={clsx(isFavorite && "fill-current")} />;
  return (
    <div
      className={clsx(
        "relative flex min-h-11 items-center gap-1 border-line border-b pr-1 pl-3 transition-colors last:border-b-0 hover:bg-hover",
        isChosen && "bg-hover shadow-[inset_2px_0_0_var(--ink)]",
      )}
    >
      <label className="flex min-w-0 flex-1 items-center gap-2">
        <input
          type="radio"
          name="voice"
          value={voice.voiceId}
          checked={isChosen}
          onChange={() => onChoose(voice.voiceId)}
          className="absolute inset-0 cursor-pointer appearance-none outline-offset-[-2px]"
        />
        <Check aria-hidden className={clsx("size-4 shrink-0", !isChosen && "invisible")} />
        <span className={clsx("max-w-32 shrink-0 truncate", isChosen && "font-medium")}>{voice.name}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-muted text-sm">
          <RegionTone region={voice.region} />
          {t(`genders.${voice.gender}`)} · {t(`regions.${voice.region}`)}
          {voice.experimental && ` · ${t("experimental")}`}
        </span>
      </label>
      <span className="relative flex items-center">
        {isChosen ? (
          <IconButton
            label={t(isFavorite ? "unfavorite" : "favorite", { name: voice.name })}
            icon={star}
            side="bottom"
            onClick={onFavorite}
          />
        ) : (
          isFavorite && <span className="grid size-9 place-content-center text-muted [&_svg]:size-4">{star}</span>
        )}
        <PreviewButton name={voice.name} url={onThisSite(voice.previewUrl)} spark={spark} />
      </span>
    </div>
  );
}

/** How the tone of "hỏi" moves there: down and up again, low and level, or lower and slowly up. */
const contours: Record<VoiceRecord["region"], string> = {
  north: "M2 5C5 12 7 13 8 12S12 6 14 3",
  central: "M2 9C5 11 9 12 14 12",
  south: "M2 8C5 12 9 12 14 6",
};

function RegionTone({ region }: { region: VoiceRecord["region"] }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0" fill="none">
      <path d={contours[region]} className="stroke-current" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
