"use client";

import { type RefObject, useEffect } from "react";
import type { Line, Piece } from "@/lib/speech/transcripts/edits/text";

/** The name of a word in the document: the first word of its line among those of the transcript, and its place there. */
export const placeOf = (line: Pick<Line, "from">, index: number): string => `${line.from}.${index}`;

export const elementAt = (list: HTMLElement | null, place: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-at="${place}"]`) ?? null;

type TimedPlace = Pick<Piece, "start" | "end"> & { place: string };

/**
 * Marks the word that is said now with `data-now`, frame by frame while the audio plays. Written to the document
 * directly: a list of thousands of words is not rendered again for it.
 */
export function useFollowing(
  audio: HTMLAudioElement | null,
  list: RefObject<HTMLElement | null>,
  lines: readonly Line[],
) {
  useEffect(() => {
    if (!audio) return;
    const timed = timesOf(lines);
    let shown: { place: string; element: HTMLElement | null } | null = null;
    let frame = 0;

    const show = (place: string | null) => {
      // A paragraph that was edited meanwhile has new elements.
      if (place === (shown?.place ?? null) && (!shown || shown.element?.isConnected)) return;
      // Who has scrolled elsewhere while it plays is left there.
      const isFollowed = !shown?.element || isSeen(shown.element);
      shown?.element?.removeAttribute("data-now");
      const element = place === null ? null : elementAt(list.current, place);
      element?.setAttribute("data-now", "");
      if (element && isFollowed && !isTyping() && !isSeen(element)) element.scrollIntoView({ block: "center" });
      shown = place === null ? null : { place, element };
    };
    const follow = () => {
      show(placeAt(timed, audio.currentTime));
      frame = audio.paused ? 0 : requestAnimationFrame(follow);
    };
    const start = () => {
      if (frame === 0) follow();
    };
    const events = ["play", "seeked"] as const;
    for (const event of events) audio.addEventListener(event, start);
    if (!audio.paused || audio.currentTime > 0) start();
    return () => {
      for (const event of events) audio.removeEventListener(event, start);
      cancelAnimationFrame(frame);
      shown?.element?.removeAttribute("data-now");
    };
  }, [audio, list, lines]);
}

const timesOf = (lines: readonly Line[]): TimedPlace[] =>
  lines
    .flatMap((line) => line.pieces.map(({ start, end }, index) => ({ start, end, place: placeOf(line, index) })))
    .sort((one, other) => one.start - other.start);

/** A word stays lit through a short pause after it. */
const litForSeconds = 1;

/** The last word that has begun by then. */
function placeAt(timed: readonly TimedPlace[], seconds: number): string | null {
  let [low, high] = [0, timed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timed[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  const found = timed[low - 1];
  return found && seconds < found.end + litForSeconds ? found.place : null;
}

const isTyping = (): boolean => document.activeElement?.matches("input:not([type=range]), textarea, select") ?? false;

function isSeen(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 96 && bottom <= window.innerHeight - 32;
}
