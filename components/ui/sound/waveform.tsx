"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { useSound } from "./use-sound";
import { WaveformPlayer } from "./waveform-player";

type WaveformProps = {
  /** A URL of this site: the page's policy allows no other source of audio. */
  url: string;
  /** Names the audio for screen readers. */
  title?: string;
  /** A single line, for a list. */
  compact?: boolean;
  /** Starts by itself once loaded, where the browser allows. */
  autoPlay?: boolean;
  /** Plays from there; a new object each time. */
  seekTo?: { seconds: number };
  /** Gets the element that plays, and null once it is gone. */
  onAudio?: (audio: HTMLAudioElement | null) => void;
  /** Makes audio that is no file of its own; `url` then only names it. */
  open?: (signal: AbortSignal) => Promise<Blob>;
  /** Shown until the audio is loaded. */
  loading?: ReactNode;
  /** How far it is, in seconds, at each frame while it plays. */
  onMove?: (seconds: number) => void;
};

export function Waveform({
  url,
  title,
  compact = false,
  autoPlay = false,
  seekTo,
  onAudio,
  open,
  loading,
  onMove,
}: WaveformProps) {
  const t = useTranslations("ui.waveform");
  const [attempt, setAttempt] = useState(0);
  const sound = useSound(url, attempt, open);
  const height = compact ? "min-h-9" : "min-h-14";

  if (sound.status === "failed") {
    return (
      <div role="status" className={`flex flex-wrap items-center gap-3 ${height}`}>
        <p className="text-muted">{t("failed")}</p>
        <Button size="small" icon={<RotateCcw />} onClick={() => setAttempt(attempt + 1)}>
          {t("retry")}
        </Button>
      </div>
    );
  }
  if (sound.status === "loading") {
    return (
      loading ?? (
        <div className={`flex items-center gap-3 ${height}`}>
          <Skeleton className="size-9 rounded-control" />
          <Skeleton className={compact ? "h-6 flex-1" : "h-10 flex-1"} />
        </div>
      )
    );
  }
  return (
    <WaveformPlayer
      key={sound.source}
      sound={sound}
      title={title}
      compact={compact}
      autoPlay={autoPlay}
      seekTo={seekTo}
      onAudio={onAudio}
      onMove={onMove}
    />
  );
}
