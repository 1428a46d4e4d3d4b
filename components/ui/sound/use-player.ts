"use client";

import { useEffect, useRef, useState } from "react";

type Sounding = { pause: () => void };

let playing: Sounding | null = null;

/** Of all audio of a page only one plays: starting another stops it. */
export function takeTurn(sounding: Sounding | null): void {
  if (playing !== sounding) playing?.pause();
  playing = sounding;
}

/** Plays one audio element and follows it, frame by frame while it plays. */
export function usePlayer() {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);

  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    const follow = () => {
      setSeconds(audio.current?.currentTime ?? 0);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  const events = {
    onPlay: () => {
      takeTurn(audio.current);
      setPlaying(true);
    },
    onPause: () => setPlaying(false),
    onEnded: () => {
      if (audio.current) audio.current.currentTime = 0;
      setSeconds(0);
    },
  };

  return {
    audio,
    events,
    isPlaying,
    seconds,
    toggle: () => {
      if (isPlaying) audio.current?.pause();
      // A browser can block playback before a user gesture; the button then stays as it is.
      else audio.current?.play().catch(() => setPlaying(false));
    },
    seek: (to: number) => {
      if (audio.current) audio.current.currentTime = to;
      setSeconds(to);
    },
    setSpeed: (speed: number) => {
      if (audio.current) audio.current.playbackRate = speed;
    },
  };
}
