"use client";

import { clsx } from "clsx";
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { keepBeside } from "./keep-beside";

export type TooltipSide = "top" | "right" | "bottom";

const areas: Record<TooltipSide, string> = {
  top: "[position-area:top]",
  right: "[position-area:right]",
  bottom: "[position-area:bottom]",
};

type TooltipProps = { text: string; side?: TooltipSide; className?: string; children: ReactNode };

/** Shows the name of its child on hover and keyboard focus, until Escape. Screen readers read the name itself. */
export function Tooltip({ text, side = "top", className, children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const release = useRef(() => {});

  function show() {
    if (!anchor.current || !tip.current || tip.current.matches(":popover-open")) return;
    tip.current.showPopover();
    release.current = keepBeside(anchor.current, tip.current, side);
  }
  function hide() {
    release.current();
    tip.current?.hidePopover();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside
    <span
      ref={anchor}
      className="relative inline-flex min-w-0 [anchor-name:--tip] [anchor-scope:--tip]"
      onPointerEnter={({ pointerType }: PointerEvent) => pointerType === "mouse" && show()}
      onPointerLeave={hide}
      onFocus={({ target }: FocusEvent) => target.matches(":focus-visible") && show()}
      onBlur={hide}
      onKeyDown={({ key }: KeyboardEvent) => key === "Escape" && hide()}
    >
      {children}
      <span
        ref={tip}
        popover="manual"
        aria-hidden
        className={clsx(
          "pointer-events-none w-max max-w-60 rounded-small border-0 bg-ink px-2 py-1 text-ground text-xs",
          "anchored:inset-auto anchored:m-1.5 anchored:[position-anchor:--tip]",
          "[position-try-fallbacks:flip-block,flip-inline]",
          areas[side],
          className,
        )}
      >
        {text}
      </span>
    </span>
  );
}
