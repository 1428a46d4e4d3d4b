"use client";

import { clsx } from "clsx";
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { peaks as coarsen } from "./peaks";
import { barPitch, Wave } from "./wave";

type WaveformTrackProps = {
  peaks: Float32Array;
  seconds: number;
  total: number;
  label: string;
  valueText: string;
  className: string;
  /** Where something begins, such as a chapter, in seconds. */
  marks?: readonly number[];
  onSeek: (seconds: number) => void;
};

/** The drawing, under the browser's own slider, which makes it usable by mouse, touch, arrow keys and screen reader. */
export function WaveformTrack(props: WaveformTrackProps) {
  const { peaks, seconds, total, label, valueText, className, marks = [], onSeek } = props;
  const frame = useRef<HTMLDivElement>(null);
  const count = Math.floor(useWidth(frame) / barPitch);
  const bars = useMemo(() => (count > 0 ? coarsen(peaks, count) : []), [peaks, count]);

  return (
    <div
      ref={frame}
      className={clsx(
        "relative min-w-0 flex-1 rounded-small",
        "has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
        className,
      )}
    >
      <Wave bars={bars} played={total === 0 ? 0 : seconds / total} isFluid className="size-full" />
      {marks.map((mark) => (
        <span
          key={mark}
          aria-hidden
          className="absolute inset-y-0 w-px bg-muted"
          style={{ left: `${(mark / total) * 100}%` }}
        />
      ))}
      <input
        type="range"
        min={0}
        max={total}
        step="any"
        value={seconds}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onSeek(Number(event.target.value))}
        className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
      />
    </div>
  );
}

/** The width of an element in pixels, updated as it changes; 0 before it is on the page. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);

  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);

  return width;
}
