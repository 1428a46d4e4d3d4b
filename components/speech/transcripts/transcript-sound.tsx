"use client";

import { FileAudio } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useEffect, useId, useState } from "react";
import { buttonClass } from "@/components/ui/buttons/button";
import { SoundPlayer } from "@/components/ui/sound/sound-player";

type TranscriptSoundProps = {
  /** The stored audio; null once it is no longer stored. */
  path: string | null;
  seconds: number;
  /** The file that was uploaded, where the page still has it. */
  file: File | null;
  onAudio: (audio: HTMLAudioElement | null) => void;
};

/** Plays the audio of a transcript: what is stored, or a file that the person has. */
export function TranscriptSound({ path, seconds, file, onAudio }: TranscriptSoundProps) {
  const t = useTranslations("transcriptEditor.sound");
  const [chosen, setChosen] = useState<File | null>(null);
  const own = useObjectUrl(chosen ?? file);
  const url = own ?? path;
  const id = useId();
  if (!url) {
    const choose = (event: ChangeEvent<HTMLInputElement>) => setChosen(event.target.files?.[0] ?? null);
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="text-muted text-sm">{t("gone")}</p>
        <label htmlFor={id} className={`${buttonClass({ size: "small" })} cursor-pointer has-focus-visible:outline-2`}>
          <FileAudio aria-hidden />
          {t("choose")}
          <input id={id} type="file" accept="audio/*,video/mp4,.opus" className="sr-only" onChange={choose} />
        </label>
      </div>
    );
  }
  return <SoundPlayer url={url} title={t("title")} seconds={seconds} compact onAudio={onAudio} />;
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
