"use client";

import { useEffect, useEffectEvent } from "react";
import { PlayerRow } from "./player-row";
import { usePlayer } from "./use-player";
import type { Sound } from "./use-sound";

type WaveformPlayerProps = {
  sound: Extract<Sound, { status: "ready" }>;
  title?: string;
  compact: boolean;
  autoPlay: boolean;
  seekTo?: { seconds: number };
  /** Where chapters begin, in seconds. */
  marks?: readonly number[];
  onAudio?: (audio: HTMLAudioElement | null) => void;
  onMove?: (seconds: number) => void;
};

export function WaveformPlayer(props: WaveformPlayerProps) {
  const { sound, title, compact, autoPlay, seekTo, marks, onAudio, onMove } = props;
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
  const report = useEffectEvent((seconds: number) => onMove?.(seconds));
  useEffect(() => report(player.seconds), [player.seconds]);

  return (
    <PlayerRow
      title={title}
      compact={compact}
      peaks={sound.peaks}
      isPlaying={player.isPlaying}
      seconds={player.seconds}
      total={sound.seconds}
      marks={marks}
      onToggle={player.toggle}
      onSeek={player.seek}
      onSpeed={player.setSpeed}
    >
      <audio ref={player.audio} src={sound.source} autoPlay={autoPlay} {...player.events} />
    </PlayerRow>
  );
}
