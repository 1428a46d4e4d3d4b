"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { Line, Piece } from "@/lib/speech/transcripts/edits/text";

/** The name of a word in the document: the first word of its line among those of the transcript, and its place there. */
export const placeOf = (line: Pick<Line, "from">, index: number): string => `${line.from}.${index}`;

export const elementAt = (list: HTMLElement | null, place: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-at="${place}"]`) ?? null;

/** Brings a word into the document, if it is not, and into view; `done` gets its element. */
export type Reveal = (place: string, done: (element: HTMLElement) => void) => void;

type TimedPlace = Pick<Piece, "start" | "end"> & { place: string };

type Following = {
  audio: HTMLAudioElement | null;
  list: RefObject<HTMLElement | null>;
  reveal: RefObject<Reveal>;
  lines: readonly Line[];
};

/**
 * Marks the word that is said now with `data-now`, frame by frame while the audio plays. Written to the document
 * directly: a list of thousands of words is not rendered again for it.
 */
export function useFollowing({ audio, list, reveal, lines }: Following) {
  const wasFollowed = useRef(true);
  useEffect(() => {
    if (!audio) return;
    const timed = timesOf(lines);
    let now: string | null = null;
    let element: HTMLElement | null = null;
    let isFollowed = wasFollowed.current;
    let frame = 0;

    const show = (place: string | null) => {
      // A paragraph that was edited, or scrolled to, meanwhile has new elements.
      if (place === now && (place === null || element?.isConnected)) return;
      // Who has scrolled elsewhere while it plays is left there.
      if (element) isFollowed = isSeen(element);
      const isNew = place !== now;
      now = place;
      mark(place === null ? null : elementAt(list.current, place));
      const isHidden = element ? !isSeen(element) : isNew;
      if (place === null || !isFollowed || !isHidden || isTyping()) return;
      reveal.current(place, (found) => {
        if (now === place) mark(found);
        toCenter(found);
      });
    };
    const mark = (next: HTMLElement | null) => {
      element?.removeAttribute("data-now");
      element = next;
      element?.setAttribute("data-now", "");
    };
    const follow = () => {
      show(placeAt(timed, audio.currentTime));
      frame = audio.paused ? 0 : requestAnimationFrame(follow);
    };
    const start = () => {
      if (frame === 0) follow();
    };
    const seek = () => {
      mark(null);
      [now, isFollowed] = [null, true];
      start();
    };
    audio.addEventListener("play", start);
    audio.addEventListener("seeked", seek);
    if (!audio.paused || audio.currentTime > 0) start();
    return () => {
      audio.removeEventListener("play", start);
      audio.removeEventListener("seeked", seek);
      cancelAnimationFrame(frame);
      // An edit elsewhere leaves its reader there.
      const said = now === null ? null : elementAt(list.current, now);
      wasFollowed.current = now === null || (said !== null && isSeen(said));
      mark(null);
    };
  }, [audio, list, reveal, lines]);
}

export const toCenter = (element: HTMLElement): void => element.scrollIntoView({ block: "center" });

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
