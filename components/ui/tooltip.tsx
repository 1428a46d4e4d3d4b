import { clsx } from "clsx";
import type { ReactNode } from "react";

export type TooltipSide = "top" | "right" | "bottom";

const sides: Record<TooltipSide, string> = {
  top: "bottom-full left-1/2 anchored:[position-area:top]",
  right: "top-0 left-full anchored:[position-area:right]",
  bottom: "top-full left-1/2 anchored:[position-area:bottom]",
};

type TooltipProps = {
  text: string;
  side?: TooltipSide /** When the tip is shown, if not on hover and focus. */;
  className?: string;
  children: ReactNode;
};

/** Shows the word of what it wraps on hover and on keyboard focus. It repeats a name, so readers skip it. */
export function Tooltip({ text, side = "top", className, children }: TooltipProps) {
  return (
    <span className="group/tip relative inline-flex min-w-0 [anchor-name:--tip] [anchor-scope:--tip]">
      {children}
      <span
        aria-hidden
        className={clsx(
          "pointer-events-none absolute z-40 hidden w-max max-w-60 rounded-small bg-ink px-2 py-1 text-ground text-xs",
          "anchored:fixed anchored:inset-auto anchored:m-1.5 anchored:[position-anchor:--tip]",
          "[position-try-fallbacks:flip-block,flip-inline]",
          className ?? "group-hover/tip:block group-has-focus-visible/tip:block",
          sides[side],
        )}
      >
        {text}
      </span>
    </span>
  );
}
