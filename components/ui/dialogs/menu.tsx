"use client";

import { clsx } from "clsx";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
} from "react";
import { keepBeside } from "./keep-beside";

type MenuProps = {
  /** The button's content; `label` names it if that is not text. */
  trigger: ReactNode;
  label?: string;
  triggerClassName: string;
  place?: "below" | "above";
  children: ReactNode;
};

const places = {
  below: { area: "[position-area:block-end_span-inline-end]", placement: "bottom-start" },
  above: { area: "[position-area:block-start_span-inline-end]", placement: "top-start" },
} as const;

function closeOnChoice({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest("a, [aria-haspopup=dialog]")) currentTarget.hidePopover();
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>("a[href], button:enabled")];

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || items.length === 0) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

/** A button with a popover of links and actions; it opens before scripts load. No `role="menu"`: it holds switches. */
export function Menu({ trigger, label, triggerClassName, place = "below", children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const release = useRef(() => {});
  const { area, placement } = places[place];

  function openByArrow(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== "ArrowDown" || document.getElementById(id)?.matches(":popover-open")) return;
    event.preventDefault();
    event.currentTarget.click();
  }
  function handleToggle({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
    release.current();
    if (newState !== "open" || !button.current) return;
    release.current = keepBeside(button.current, currentTarget, placement);
    itemsOf(currentTarget)[0]?.focus({ preventScroll: true });
  }
  function closeWhenLeft({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    const isInside = [currentTarget, button.current].some((element) => element?.contains(relatedTarget));
    if (relatedTarget && !isInside) currentTarget.hidePopover();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={triggerClassName}
        onKeyDown={openByArrow}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons inside are what is pressed */}
      <div
        id={id}
        popover="auto"
        onClick={closeOnChoice}
        onKeyDown={moveFocus}
        onToggle={handleToggle}
        onBlur={closeWhenLeft}
        className={clsx(
          "min-w-56 max-w-[calc(100vw-1rem)] rounded-card border border-line bg-raised p-1 text-ink shadow-float",
          "anchored:inset-auto anchored:m-1",
          "[position-try-fallbacks:flip-block,flip-inline]",
          area,
        )}
      >
        {children}
      </div>
    </>
  );
}
