"use client";

import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { formatNumber, formatSeconds } from "@/lib/platform/i18n/format";
import { WaveformTrack } from "./waveform-track";

type PlayerRowProps = {
  title?: string;
  compact: boolean;
  peaks: Float32Array;
  isPlaying: boolean;
  seconds: number;
  total: number;
  /** Where chapters begin, in seconds. */
  marks?: readonly number[];
  onToggle: () => void;
  onSeek: (seconds: number) => void;
  /** Without it the speed cannot be chosen yet; its place is kept. */
  onSpeed?: (speed: number) => void;
  children?: ReactNode;
};

/** A button, a wave to seek in, and times, for sound that is there and for sound that is still being made. */
export function PlayerRow(props: PlayerRowProps) {
  const { title, compact, peaks, isPlaying, seconds, total, marks, children, ...on } = props;
  const t = useTranslations("ui.waveform");
  return (
    <fieldset
      aria-label={title}
      data-playing={isPlaying ? "" : undefined}
      className={clsx("flex min-w-0 items-center gap-3", compact ? "min-h-9" : "min-h-14")}
    >
      {children}
      <IconButton
        strong
        label={t(isPlaying ? "pause" : "play")}
        icon={isPlaying ? <Pause className="fill-current" /> : <Play className="fill-current" />}
        onClick={on.onToggle}
      />
      <WaveformTrack
        peaks={peaks}
        seconds={seconds}
        total={total}
        label={t("seek")}
        valueText={t("at", { now: formatSeconds(seconds), total: formatSeconds(total) })}
        className={compact ? "h-8" : "h-14"}
        marks={marks}
        onSeek={on.onSeek}
      />
      <div
        className={clsx(
          "flex shrink-0 items-center gap-2",
          !compact && "max-sm:flex-col max-sm:items-end max-sm:gap-0",
        )}
      >
        <span aria-hidden className="min-w-[13ch] text-end font-mono text-muted text-xs">
          {formatSeconds(seconds)} / {formatSeconds(total)}
        </span>
        {!compact && <SpeedSelect onChange={on.onSpeed} />}
      </div>
    </fieldset>
  );
}

const speeds = [0.75, 1, 1.25, 1.5, 2];

function SpeedSelect({ onChange }: { onChange?: (speed: number) => void }) {
  const t = useTranslations("ui.waveform");
  const locale = useLocale();
  return (
    <select
      aria-label={t("speed")}
      defaultValue={1}
      onChange={(event) => onChange?.(Number(event.target.value))}
      className={clsx(
        "field-sizing-content h-8 rounded-control bg-transparent px-1 text-muted text-sm hover:bg-hover hover:text-ink pointer-coarse:h-11",
        !onChange && "invisible",
      )}
    >
      {speeds.map((speed) => (
        <option key={speed} value={speed}>
          {formatNumber(speed, locale)}×
        </option>
      ))}
    </select>
  );
}
