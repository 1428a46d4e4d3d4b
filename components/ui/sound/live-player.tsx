"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { LiveSound } from "./live-sound";
import { PlayerRow } from "./player-row";

type LivePlayerProps = {
  sound: LiveSound;
  title?: string;
  /** A single line, for a list. */
  compact?: boolean;
  /** At each frame while it plays. */
  onMove?: (sound: LiveSound) => void;
  /** All of it was played. */
  onOver?: () => void;
};

/** The player of sound that is still being made: its bars grow while it plays. */
export function LivePlayer({ sound, title, compact = false, onMove, onOver }: LivePlayerProps) {
  const [, setFrame] = useState(0);
  const follow = useEffectEvent(() => {
    setFrame(performance.now());
    onMove?.(sound);
    if (sound.isOver) onOver?.();
  });
  useEffect(() => sound.follow(() => follow()), [sound]);
  const { isPlaying } = sound;
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    const move = () => {
      follow();
      frame = requestAnimationFrame(move);
    };
    move();
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  return (
    <PlayerRow
      title={title}
      compact={compact}
      peaks={sound.peaks}
      isPlaying={isPlaying}
      seconds={sound.position}
      total={sound.totalSeconds}
      onToggle={() => (isPlaying ? sound.pause() : sound.play())}
      onSeek={(seconds) => sound.seek(seconds)}
    />
  );
}
