"use client";

import { CircleAlert, Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { usePlayer } from "@/components/ui/sound/use-player";

/** A short audio behind one button; `url` is of this site. Starting it stops any other audio on the page. */
export function PreviewButton({ name, url }: { name: string; url: string }) {
  const t = useTranslations("playground.voices");
  const { audio, events, isPlaying, toggle } = usePlayer();
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
      <IconButton label={t(word, { name })} icon={<Icon strokeWidth={1.5} />} side="bottom" onClick={press} />
    </>
  );
}
