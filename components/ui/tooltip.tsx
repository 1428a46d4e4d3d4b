import { clsx } from "clsx";
import type { ReactNode } from "react";

export type TooltipSide = "top" | "right" | "bottom";

const sides: Record<TooltipSide, string> = {
  top: "bottom-full left-1/2 mb-1.5 -translate-x-1/2",
  right: "top-1/2 left-full ml-2 -translate-y-1/2",
  bottom: "top-full left-1/2 mt-1.5 -translate-x-1/2",
};

type TooltipProps = {
  text: string;
  side?: TooltipSide /** When the tip is shown at all. */;
  className?: string;
  children: ReactNode;
};

/** Shows the word of what it wraps on hover and on keyboard focus. It repeats a name, so readers skip it. */
export function Tooltip({ text, side = "top", className, children }: TooltipProps) {
  return (
    <span className="group/tip relative inline-flex min-w-0">
      {children}
      <span
        aria-hidden
        className={clsx(
          "pointer-events-none invisible absolute z-20 w-max max-w-60 rounded-small bg-ink px-2 py-1 text-ground text-xs",
          "opacity-0 transition-opacity group-hover/tip:visible group-hover/tip:opacity-100",
          "group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100",
          sides[side],
          className,
        )}
      >
        {text}
      </span>
    </span>
  );
}
