"use client";

import { Waveform } from "./waveform";

type SoundPlayerProps = {
  /** A URL of this site. */
  url: string;
  title: string;
  /** How long it is, at least about. */
  seconds: number;
  compact?: boolean;
  autoPlay?: boolean;
  onAudio?: (audio: HTMLAudioElement | null) => void;
};

/** Decoding a longer sound for its wave would take the memory of a phone. */
const mostDecodedSeconds = 600;

/** A sound of any length: with its wave, or as the browser plays it while it arrives. */
export function SoundPlayer({ url, title, seconds, compact, autoPlay, onAudio }: SoundPlayerProps) {
  if (seconds <= mostDecodedSeconds)
    return <Waveform key={url} url={url} title={title} compact={compact} autoPlay={autoPlay} onAudio={onAudio} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: its words are beside it
    <audio
      key={url}
      ref={onAudio}
      src={url}
      controls
      autoPlay={autoPlay}
      preload="metadata"
      aria-label={title}
      className="h-10 w-full"
    />
  );
}
