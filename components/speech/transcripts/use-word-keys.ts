"use client";

import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import type { Line } from "@/lib/speech/transcripts/edits/text";
import { elementAt, placeOf, type Reveal } from "./follow";

type WordKeysProps = {
  list: RefObject<HTMLElement | null>;
  lines: readonly Line[];
  audio: HTMLAudioElement | null;
  reveal: RefObject<Reveal>;
  /** Undefined where the transcript cannot be edited. */
  onEdit?: (line: Line) => void;
};

/**
 * Keys and clicks on the words of a transcript: the arrows go from word to word and from line to line, the space bar
 * pauses or plays from the word, as a click does, and Enter or a double click edits its line. Tab goes to the next
 * uncertain word: by itself, since only those are in its order, unless that is not in the document.
 */
export function useWordKeys({ list, lines, audio, reveal, onEdit }: WordKeysProps) {
  const latest = useRef({ lines, audio, onEdit });
  useEffect(() => {
    latest.current = { lines, audio, onEdit };
  });

  const play = useCallback((place: string) => {
    const { lines, audio } = latest.current;
    const found = findWord(lines, place);
    if (!audio || !found) return;
    audio.currentTime = found.line.pieces[found.index]?.start ?? found.line.start;
    audio.play().catch(() => undefined);
  }, []);

  const onClick = useCallback(
    (event: MouseEvent) => {
      const place = placeAtEvent(event);
      // A text that is being selected is not to be played.
      if (place && (event.detail < 2 || isTime(event)) && getSelection()?.isCollapsed !== false) play(place);
    },
    [play],
  );

  const onDoubleClick = useCallback((event: MouseEvent) => {
    const found = findWord(latest.current.lines, placeAtEvent(event));
    if (!found || isTime(event)) return;
    latest.current.audio?.pause();
    latest.current.onEdit?.(found.line);
  }, []);

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      const { lines, audio, onEdit } = latest.current;
      // From the list itself they go on from the word that is said now.
      const place = placeAtEvent(event);
      const said = list.current?.querySelector<HTMLElement>("[data-now]")?.dataset.at ?? null;
      const found = findWord(lines, place ?? said);
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const lineStep = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const go = (to: string | null) => to !== null && reveal.current(to, focusWord);
      const uncertain = event.key === "Tab" ? uncertainBeside(lines, found, event.shiftKey ? -1 : 1) : null;
      if (event.key === "Tab" && (uncertain === null || elementAt(list.current, uncertain))) return;
      if (event.key === " " && audio) {
        if (!audio.paused) audio.pause();
        else if (place) play(place);
        else audio.play().catch(() => undefined);
      } else if (step !== undefined) go(found ? beside(lines, found, step) : firstOf(lines));
      else if (lineStep !== undefined) go(found ? lineBeside(lines, found, lineStep) : firstOf(lines));
      else if (uncertain !== null) go(uncertain);
      else if (event.key === "Enter" && found && onEdit) onEdit(found.line);
      else return;
      event.preventDefault();
    },
    [list, reveal, play],
  );

  return { onClick, onDoubleClick, onKeyDown };
}

type Word = { line: Line; number: number; index: number };

function placeAtEvent({ target }: { target: EventTarget }): string | null {
  const { at, play } =
    (target instanceof Element && target.closest<HTMLElement>("[data-at], [data-play]")?.dataset) || {};
  return at ?? play ?? null;
}

const isTime = ({ target }: { target: EventTarget }): boolean =>
  target instanceof Element && target.closest("[data-play]") !== null;

const isField = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("input, textarea, select, button") !== null;

function findWord(lines: readonly Line[], place: string | null): Word | null {
  const [from, index] = (place ?? "").split(".").map(Number);
  const number = lines.findIndex((line) => line.from === from);
  const line = lines[number];
  return line && index !== undefined ? { line, number, index } : null;
}

const firstOf = (lines: readonly Line[]): string | null => (lines[0] ? placeOf(lines[0], 0) : null);

function beside(lines: readonly Line[], { line, number, index }: Word, step: number): string | null {
  if (line.pieces[index + step]) return placeOf(line, index + step);
  for (let at = number + step; lines[at]; at += step) {
    const next = lines[at] as Line;
    if (next.pieces.length > 0) return placeOf(next, step > 0 ? 0 : next.pieces.length - 1);
  }
  return null;
}

function lineBeside(lines: readonly Line[], { number }: Word, step: number): string | null {
  for (let at = number + step; lines[at]; at += step)
    if ((lines[at] as Line).pieces.length > 0) return placeOf(lines[at] as Line, 0);
  return null;
}

/** From the list itself the first one. */
function uncertainBeside(lines: readonly Line[], found: Word | null, step: number): string | null {
  if (!found && step < 0) return null;
  for (let at = found?.number ?? 0; lines[at]; at += step) {
    const line = lines[at] as Line;
    const isNext = (index: number) => !found || line !== found.line || (index - found.index) * step > 0;
    const places = line.pieces.flatMap(({ isUncertain }, index) => (isUncertain && isNext(index) ? [index] : []));
    const index = step > 0 ? places[0] : places.at(-1);
    if (index !== undefined) return placeOf(line, index);
  }
  return null;
}

export function focusWord(word: HTMLElement): void {
  if (!word.hasAttribute("tabindex")) word.tabIndex = -1;
  word.focus({ preventScroll: true });
  word.scrollIntoView({ block: "nearest" });
}
