"use client";

import { useEffect, useState } from "react";
import { peaks } from "./peaks";

export type Sound =
  | { status: "loading" }
  | { status: "failed" }
  | { status: "ready"; source: string; seconds: number /** Finer than any screen draws. */; peaks: Float32Array };

const fineness = 1024;

async function load(url: string, signal: AbortSignal): Promise<Sound> {
  const response = await fetch(url, { signal });
  if (!response.ok) return { status: "failed" };
  const blob = await response.blob();
  // It decodes without a user's gesture, unlike a context that plays.
  const decoder = new OfflineAudioContext(1, 1, 24_000);
  const sound = await decoder.decodeAudioData(await blob.arrayBuffer());
  return {
    status: "ready",
    source: URL.createObjectURL(blob),
    seconds: sound.duration,
    peaks: Float32Array.from(peaks(sound.getChannelData(0), fineness)),
  };
}

/** Fetches audio once, for drawing and for playing. `attempt` is raised to try again. */
export function useSound(url: string, attempt: number): Sound {
  const [sound, setSound] = useState<Sound>({ status: "loading" });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason to load again
  useEffect(() => {
    const stop = new AbortController();
    let source: string | undefined;
    setSound({ status: "loading" });
    load(url, stop.signal)
      .catch((): Sound => ({ status: "failed" }))
      .then((loaded) => {
        if (loaded.status === "ready") source = loaded.source;
        if (!stop.signal.aborted) setSound(loaded);
        else if (source) URL.revokeObjectURL(source);
      });
    return () => {
      stop.abort();
      if (source) URL.revokeObjectURL(source);
    };
  }, [url, attempt]);

  return sound;
}
