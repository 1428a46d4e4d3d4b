"use client";

import { clsx } from "clsx";
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { peaks as coarsen } from "./peaks";

type WaveformTrackProps = {
  peaks: Float32Array;
  seconds: number;
  total: number;
  label: string;
  valueText: string;
  className: string;
  onSeek: (seconds: number) => void;
};

/** The distance between bars in pixels: the same on every screen. */
const pitch = 4;

/** The drawing, under the browser's own slider, which makes it usable by mouse, touch, arrow keys and screen reader. */
export function WaveformTrack({ peaks, seconds, total, label, valueText, className, onSeek }: WaveformTrackProps) {
  const frame = useRef<HTMLDivElement>(null);
  const bars = Math.floor(useWidth(frame) / pitch);
  const drawing = useMemo(() => (bars > 0 ? coarsen(peaks, bars).map(bar).join("") : ""), [peaks, bars]);
  const left = total === 0 ? 100 : 100 - (seconds / total) * 100;
  const shared = { d: drawing, strokeWidth: 2, strokeLinecap: "round", vectorEffect: "non-scaling-stroke" } as const;

  return (
    <div
      ref={frame}
      className={clsx(
        "relative min-w-0 flex-1 rounded-small",
        "has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
        className,
      )}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars || 1} 100`}
        preserveAspectRatio="none"
        className="absolute size-full"
      >
        <path {...shared} className="stroke-edge" />
      </svg>
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${left}% 0 0)` }}>
        <svg aria-hidden="true" viewBox={`0 0 ${bars || 1} 100`} preserveAspectRatio="none" className="size-full">
          <path {...shared} className="stroke-accent" />
        </svg>
      </div>
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

/** At least a dot, so that silence is visible too. */
function bar(peak: number, index: number): string {
  const size = Math.max(peak * 92, 1);
  return `M${index + 0.5} ${50 - size / 2}v${size}`;
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
