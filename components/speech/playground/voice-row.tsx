"use client";

import { clsx } from "clsx";
import { FlaskConical, Star } from "lucide-react";
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
        <span
          aria-hidden
          className={clsx("size-3.5 shrink-0 rounded-full", isChosen ? "border-4 border-ink" : "border border-edge")}
        />
        <span className={clsx("max-w-32 shrink-0 truncate", isChosen && "font-medium")}>{voice.name}</span>
        <RegionTone region={voice.region} />
        <span className="min-w-0 truncate text-muted text-sm">
          {t(`genders.${voice.gender}`)} · {t(`regions.${voice.region}`)}
        </span>
        {voice.experimental && (
          <span title={t("experimental")} className="shrink-0 text-muted">
            <FlaskConical aria-hidden className="size-3.5" strokeWidth={1.5} />
            <span className="sr-only">{t("experimental")}</span>
          </span>
        )}
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

/** How the tone of "hỏi" moves there: it dips and comes back, it falls and stays low, or it ends far higher. */
const contours: Record<VoiceRecord["region"], string> = {
  north: "M2 6C4 13 10 13 12.5 6",
  central: "M2 6C4 11 8 12 12.5 12",
  south: "M2 11C6 13 10 10 12.5 3",
};

/** Written as linguists write tones: the contour, at a stem as high as the voice can go. */
function RegionTone({ region }: { region: VoiceRecord["region"] }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 text-muted" fill="none">
      <path d="M14 2v12" className="stroke-current opacity-50" strokeLinecap="round" />
      <path d={contours[region]} className="stroke-current" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
