"use client";

import { useEffect, useState } from "react";
import { peaks } from "./peaks";

export type Sound =
  | { status: "loading" }
  | { status: "failed" }
  | { status: "ready"; source: string; seconds: number /** Finer than any screen draws. */; peaks: Float32Array };

const fineness = 1024;

async function load(open: (signal: AbortSignal) => Promise<Blob>, signal: AbortSignal): Promise<Sound> {
  const blob = await open(signal);
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

const fetchFile = (url: string) => async (signal: AbortSignal) => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`audio: status ${response.status}`);
  return response.blob();
};

/**
 * Fetches audio once, for drawing and for playing. `attempt` is raised to try again. `open` makes what is no file of its
 * own; `url` then names it.
 */
export function useSound(url: string, attempt: number, open = fetchFile(url)): Sound {
  const [sound, setSound] = useState<Sound>({ status: "loading" });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason to load again
  useEffect(() => {
    const stop = new AbortController();
    let source: string | undefined;
    setSound({ status: "loading" });
    load(open, stop.signal)
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
