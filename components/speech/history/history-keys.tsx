"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

type HistoryKeysProps = { open?: string; closed: Route };

const links = () => [...document.querySelectorAll<HTMLElement>("a[data-job]")];

const focusRow = (trackingId: string) =>
  links()
    .find(({ dataset }) => dataset.job === trackingId)
    ?.focus();

/** Moves the focus from the focused row, or from the open one, to its neighbor. */
function step(by: 1 | -1) {
  const rows = links();
  const held = rows.findIndex((row) => row.matches(":focus"));
  const from = held >= 0 ? held : rows.findIndex((row) => row.hasAttribute("aria-current"));
  rows.at(from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1))?.focus();
}

function selectFocused() {
  document.activeElement?.closest("tr")?.querySelector<HTMLInputElement>("input[data-select]")?.click();
}

/** Keys that belong to something else: a text field, a player, an open dialog or menu, the browser's own shortcuts. */
function isOurs(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return (
    !target.closest("input:not([data-select]), textarea, select, dialog, [popover]") &&
    !document.querySelector(":popover-open")
  );
}

/** Keys: j, k and arrows move between rows, Enter opens one, x selects it, Esc closes it. The focus follows. */
export function HistoryKeys({ open, closed }: HistoryKeysProps) {
  const router = useRouter();
  const before = useRef(open);

  useEffect(() => {
    if (open === before.current) return;
    if (open) document.getElementById("job")?.focus();
    else if (before.current) focusRow(before.current);
    before.current = open;
  }, [open]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isOurs(event)) return;
      const isOnRow = document.activeElement?.matches("a[data-job]");
      const by = { j: 1, k: -1, ...(isOnRow && { ArrowDown: 1, ArrowUp: -1 }) }[event.key];
      if (event.key === "Escape" && open) router.push(closed, { scroll: false });
      else if (by) step(by as 1 | -1);
      else if (event.key === "x" && isOnRow) selectFocused();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [open, closed, router]);

  return null;
}
