"use client";

import { clsx } from "clsx";
import { type MouseEvent, type ReactNode, useId } from "react";

type MenuProps = {
  /** What the button shows; `label` names it when that is not a word. */
  trigger: ReactNode;
  label?: string;
  triggerClassName: string;
  /** Where it opens, from the button. */
  place?: "below" | "above" | "right";
  children: ReactNode;
};

const places = {
  below: "[position-area:block-end_span-inline-end]",
  above: "[position-area:block-start_span-inline-end]",
  right: "[position-area:inline-end_span-block-start]",
};

function closeOnChoice({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest("a")) currentTarget.hidePopover();
}

/**
 * A button that opens a short list of links and acts. The browser's own popover: it opens before scripts arrive, closes
 * on Escape or a click outside, and lies above everything. Without anchor positioning it opens mid-screen.
 */
export function Menu({ trigger, label, triggerClassName, place = "below", children }: MenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={triggerClassName}>
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed */}
      <div
        id={id}
        popover="auto"
        onClick={closeOnChoice}
        className={clsx(
          "min-w-56 max-w-[calc(100vw-1rem)] rounded-card border border-line bg-raised p-1 text-ink shadow-float",
          "anchored:inset-auto anchored:m-1",
          "[position-try-fallbacks:flip-block,flip-inline]",
          places[place],
        )}
      >
        {children}
      </div>
    </>
  );
}
