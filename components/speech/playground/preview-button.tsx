"use client";

import { CircleAlert, Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { usePlayer } from "@/components/ui/sound/use-player";
import { sparkBars, Wave } from "@/components/ui/sound/wave";

type PreviewButtonProps = {
  name: string;
  /** A URL of this site. */
  url: string;
  /** Its small wave, beside the button where there is room. */
  spark?: string;
};

/** A short audio behind one button. Starting it stops any other audio on the page. */
export function PreviewButton({ name, url, spark }: PreviewButtonProps) {
  const t = useTranslations("playground.voices");
  const { audio, events, isPlaying, seconds, toggle } = usePlayer();
  const [hasFailed, setFailed] = useState(false);

  const press = () => {
    if (hasFailed) audio.current?.load();
    setFailed(false);
    toggle();
  };
  const Icon = hasFailed ? CircleAlert : isPlaying ? Pause : Play;
  const word = hasFailed ? "previewFailed" : isPlaying ? "stopPreview" : "preview";

  return (
    <>
      <audio ref={audio} src={url} preload="none" onError={() => setFailed(true)} {...events} />
      {spark && (
        <span className="max-[360px]:hidden">
          <Wave
            bars={sparkBars(spark, 4)}
            played={seconds / (audio.current?.duration || Number.POSITIVE_INFINITY)}
            className="h-5"
          />
        </span>
      )}
      <IconButton label={t(word, { name })} icon={<Icon strokeWidth={1.5} />} side="bottom" onClick={press} />
    </>
  );
}
