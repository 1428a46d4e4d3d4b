"use client";

import { clsx } from "clsx";
import type { Route } from "next";
import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "@/components/ui/text/link";

type ChartPoint = {
  id: string;
  label: string;
  value: number;
  /** The part of the value that failed. */
  failed?: number;
  /** The value of the period before. */
  before?: number;
  /** The whole point in words, for the line above the chart and for screen readers. */
  text: string;
  href?: Route;
};

type ChartProps = {
  label: string;
  points: readonly ChartPoint[];
  /** The lines behind the bars, the highest last: the chart ends there. */
  ticks: readonly { value: number; label: string }[];
  /** Shown above the chart while no point is chosen. */
  hint: string;
};

const height = 168;

/** At most so many labels below the axis. */
const mostLabels = 8;

/** Bars over time, one stop of the Tab key: arrows, Home and End move, Enter opens. Each is a link with its values. */
export function Chart({ label, points, ticks, hint }: ChartProps) {
  const [chosen, setChosen] = useState<number>();
  const [stop, setStop] = useState(points.length - 1);
  const list = useRef<HTMLUListElement>(null);
  const top = ticks.at(-1)?.value || 1;
  const heightOf = (value: number) => height * (1 - value / top);
  const every = Math.ceil(points.length / mostLabels);

  function move(event: KeyboardEvent) {
    const last = points.length - 1;
    const next = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: last }[event.key];
    if (next === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const to = Math.min(Math.max(next, 0), last);
    setStop(to);
    list.current?.querySelectorAll<HTMLElement>("[data-point]")[to]?.focus();
  }

  return (
    <div className="grid gap-2">
      <p className="min-h-10 text-muted text-sm tabular-nums sm:min-h-5" aria-hidden>
        {(chosen !== undefined && points[chosen]?.text) || hint}
      </p>
      <div className="relative mt-4" style={{ height }}>
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          {ticks.map(({ value }) => (
            <line key={value} x2="100%" y1={heightOf(value)} y2={heightOf(value)} className="stroke-line" />
          ))}
          {points.map((point, index) => (
            <Bars
              key={point.id}
              point={point}
              index={index}
              top={top}
              count={points.length}
              isChosen={index === chosen}
            />
          ))}
          {ticks.map(({ value, label: text }) => (
            <text
              key={value}
              y={heightOf(value) - 4}
              className="fill-muted stroke-4 stroke-raised text-xs tabular-nums [paint-order:stroke]"
            >
              {text}
            </text>
          ))}
        </svg>
        <ul ref={list} aria-label={label} onKeyDown={move} className="absolute inset-0 flex">
          {points.map(({ id, text, href }, index) => (
            <li key={id} className="min-w-0 flex-1">
              <Target
                text={text}
                href={href}
                tabIndex={index === stop ? 0 : -1}
                onLeave={() => setChosen(undefined)}
                onChoose={() => setChosen(index)}
                onFocus={() => setStop(index)}
              />
            </li>
          ))}
        </ul>
      </div>
      <div aria-hidden className="relative h-5 text-muted text-xs">
        {points.map(
          ({ id, label: text }, index) =>
            index % every === 0 && (
              <span
                key={id}
                className={clsx(
                  "absolute -translate-x-1/2 whitespace-nowrap",
                  (index / every) % 2 === 1 && "max-sm:hidden",
                )}
                style={{ left: `${((index + 0.5) * 100) / points.length}%` }}
              >
                {text}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

type BarsProps = { point: ChartPoint; index: number; count: number; top: number; isChosen: boolean };

/** Thin and round as the bars of a wave, in the middle of their step: their width is in pixels, their place in percent. */
function Bars({ point: { value, failed = 0, before }, index, count, top, isChosen }: BarsProps) {
  const step = 100 / count;
  const thin = count > 40 ? 2 : 4;
  const draw = (amount: number, width: number, color: string) => {
    if (amount <= 0) return null;
    const tall = Math.max(width, (height * amount) / top);
    return <rect x={-width / 2} y={height - tall} width={width} height={tall} rx={width / 2} className={color} />;
  };
  return (
    <>
      {isChosen && <rect x={`${index * step}%`} width={`${step}%`} height={height} className="fill-hover" />}
      <svg aria-hidden="true" x={`${(index + 0.5) * step}%`} className="overflow-visible">
        {draw(before ?? 0, thin * 2, "fill-line")}
        {draw(value, thin, "fill-muted")}
        {draw(failed, thin, "fill-danger-fill")}
      </svg>
    </>
  );
}

type TargetProps = {
  text: string;
  href?: Route;
  tabIndex: number;
  onChoose: () => void;
  onLeave: () => void;
  onFocus: () => void;
};

function Target({ text, href, tabIndex, onChoose, onLeave, onFocus }: TargetProps) {
  const shared = {
    "data-point": "",
    tabIndex,
    "aria-label": text,
    className: "block size-full rounded-small focus-visible:-outline-offset-2",
    onPointerEnter: onChoose,
    onPointerLeave: onLeave,
    onBlur: onLeave,
    onFocus: () => {
      onFocus();
      onChoose();
    },
  };
  return href ? <Link {...shared} href={href} /> : <span role="img" {...shared} />;
}

/** What a color of a chart stands for. The points have it in words. */
export const ChartLegend = ({ look, label }: { look: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-small ${look}`} />
    {label}
  </span>
);
