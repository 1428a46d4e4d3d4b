"use client";

import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { formatNumber, formatSeconds } from "@/lib/platform/i18n/format";
import { usePlayer } from "./use-player";
import type { Sound } from "./use-sound";
import { WaveformTrack } from "./waveform-track";

type WaveformPlayerProps = {
  sound: Extract<Sound, { status: "ready" }>;
  title?: string;
  compact: boolean;
  autoPlay: boolean;
  seekTo?: { seconds: number };
  onAudio?: (audio: HTMLAudioElement | null) => void;
};

export function WaveformPlayer({ sound, title, compact, autoPlay, seekTo, onAudio }: WaveformPlayerProps) {
  const t = useTranslations("ui.waveform");
  const player = usePlayer();
  const follow = useEffectEvent((seconds: number) => {
    player.seek(seconds);
    if (!player.isPlaying) player.toggle();
  });
  useEffect(() => {
    if (seekTo) follow(seekTo.seconds);
  }, [seekTo]);
  useEffect(() => {
    onAudio?.(player.audio.current);
    return () => onAudio?.(null);
  }, [onAudio, player.audio]);
  const times = `${formatSeconds(player.seconds)} / ${formatSeconds(sound.seconds)}`;

  return (
    <fieldset aria-label={title} className={clsx("flex min-w-0 items-center gap-3", compact ? "min-h-9" : "min-h-14")}>
      <audio ref={player.audio} src={sound.source} autoPlay={autoPlay} {...player.events} />
      <IconButton
        strong
        label={t(player.isPlaying ? "pause" : "play")}
        icon={player.isPlaying ? <Pause className="fill-current" /> : <Play className="fill-current" />}
        onClick={player.toggle}
      />
      <WaveformTrack
        peaks={sound.peaks}
        seconds={player.seconds}
        total={sound.seconds}
        label={t("seek")}
        valueText={t("at", { now: formatSeconds(player.seconds), total: formatSeconds(sound.seconds) })}
        className={compact ? "h-8" : "h-14"}
        onSeek={player.seek}
      />
      <div
        className={clsx(
          "flex shrink-0 items-center gap-2",
          !compact && "max-sm:flex-col max-sm:items-end max-sm:gap-0",
        )}
      >
        <span aria-hidden className="font-mono text-muted text-xs">
          {times}
        </span>
        {!compact && <SpeedSelect onChange={player.setSpeed} />}
      </div>
    </fieldset>
  );
}

const speeds = [0.75, 1, 1.25, 1.5, 2];

function SpeedSelect({ onChange }: { onChange: (speed: number) => void }) {
  const t = useTranslations("ui.waveform");
  const locale = useLocale();
  return (
    <select
      aria-label={t("speed")}
      defaultValue={1}
      onChange={(event) => onChange(Number(event.target.value))}
      className="field-sizing-content h-8 rounded-control bg-transparent px-1 text-muted text-sm hover:bg-hover hover:text-ink pointer-coarse:h-11"
    >
      {speeds.map((speed) => (
        <option key={speed} value={speed}>
          {formatNumber(speed, locale)}×
        </option>
      ))}
    </select>
  );
}
