"use client";

import { Download, Route as TraceIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { LivePlayer } from "@/components/ui/sound/live-player";
import type { LiveSound } from "@/components/ui/sound/live-sound";
import { Waveform } from "@/components/ui/sound/waveform";
import { type Speech, soundOf } from "@/lib/api/client/speech";
import { tracePath } from "@/lib/speech/path";
import type { Playhead } from "./playhead";
import type { Take } from "./use-runs";

type TakeSoundProps = {
  take: Take;
  /** Its sound while it is made, and until that was played to its end. */
  live: LiveSound | undefined;
  playhead: Playhead;
  title: string;
  compact?: boolean;
  autoPlay?: boolean;
};

/** A result's wave, also while it is being made. Moves the playhead. */
export function TakeSound({ take, live, playhead, title, compact = false, autoPlay = false }: TakeSoundProps) {
  const t = useTranslations("playground.result");
  const [isOver, setOver] = useState(false);
  const { speech, request, times = [] } = take;
  const move = (seconds: number | null) =>
    playhead.move(seconds === null ? null : { text: request.text, times, seconds });
  const player = live && (
    <LivePlayer
      sound={live}
      title={title}
      compact={compact}
      onMove={({ position, isPlaying }) => isPlaying && move(position)}
      onOver={() => {
        setOver(true);
        move(null);
      }}
    />
  );
  if (player && !(isOver && speech)) return player;
  if (speech) {
    const url = soundOf(speech.response.audioUrl, speech.base);
    return (
      <Waveform
        key={url}
        url={url}
        title={title}
        compact={compact}
        autoPlay={autoPlay && !live}
        loading={player}
        onMove={(seconds) => move(seconds > 0 ? seconds : null)}
      />
    );
  }
  return <p className={`flex items-center text-muted ${compact ? "min-h-9" : "min-h-14"}`}>{t("running")}…</p>;
}

/** What can be done with one result: its file and its trace. Null while it is being generated. */
export function TakeLinks({ speech, business }: { speech: Speech | null; business: string }) {
  const t = useTranslations("playground.result");
  return (
    <>
      <a
        href={speech ? soundOf(speech.response.audioUrl, speech.base) : undefined}
        download
        aria-disabled={!speech || undefined}
        className={buttonClass({ size: "small" })}
      >
        <Download />
        {t("download")}
      </a>
      {speech ? (
        <ButtonLink size="small" icon={<TraceIcon />} href={tracePath(business, speech.response.trackingId)}>
          {t("trace")}
        </ButtonLink>
      ) : (
        <Button size="small" icon={<TraceIcon />} disabled>
          {t("trace")}
        </Button>
      )}
    </>
  );
}
