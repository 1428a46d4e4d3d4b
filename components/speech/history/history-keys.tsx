"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

type HistoryKeysProps = { open?: string; closed: Route };

const links = () => [...document.querySelectorAll<HTMLAnchorElement>("a[data-job]")];

const panel = () => document.getElementById("job");

const rowOf = (trackingId: string) => links().find(({ dataset }) => dataset.job === trackingId);

/** The neighbor of the focused row, or else of the open one. */
function neighborOf(by: 1 | -1): HTMLAnchorElement | undefined {
  const rows = links();
  const held = rows.findIndex((row) => row.matches(":focus"));
  const from = held >= 0 ? held : rows.findIndex((row) => row.hasAttribute("aria-current"));
  return rows.at(from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1));
}

function selectFocused() {
  document.activeElement?.closest("tr")?.querySelector<HTMLInputElement>("input[data-select]")?.click();
}

/** Keys that belong to something else: a text field, a player, an open dialog or menu, the browser's own shortcuts. */
function isOurs(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector(":popover-open") || target.closest("dialog, [popover]")) return false;
  // A slider of the panel has no use for Esc.
  if (event.key === "Escape" && target.matches("input[type=range]")) return true;
  return !target.closest("input:not([data-select]), textarea, select");
}

/**
 * Keys: j and k move between rows, or to the panel of the neighbor while one is open; arrows move between rows; Enter
 * opens one, x selects it, Esc closes it. The focus follows.
 */
export function HistoryKeys({ open, closed }: HistoryKeysProps) {
  const router = useRouter();
  const before = useRef(open);

  useEffect(() => {
    if (open === before.current) return;
    const opened = panel();
    if (open) {
      opened?.scrollTo(0, 0);
      rowOf(open)?.scrollIntoView({ block: "nearest" });
      if (!opened?.contains(document.activeElement)) opened?.focus({ preventScroll: true });
    } else if (before.current) rowOf(before.current)?.focus();
    before.current = open;
  }, [open]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isOurs(event)) return;
      const isOnRow = document.activeElement?.matches("a[data-job]");
      const by = { j: 1, k: -1, ...(isOnRow && { ArrowDown: 1, ArrowUp: -1 }) }[event.key] as 1 | -1 | undefined;
      if (event.key === "Escape" && open) router.push(closed, { scroll: false });
      else if (by && open && !isOnRow) {
        const { pathname, search } = neighborOf(by) ?? location;
        router.replace(`${pathname}${search}` as Route, { scroll: false });
      } else if (by) neighborOf(by)?.focus();
      else if (event.key === "x" && isOnRow) selectFocused();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [open, closed, router]);

  return null;
}
