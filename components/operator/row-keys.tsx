"use client";

import { useEffect } from "react";

/** j and k move the focus to the first link, button or box of the next or previous row of a list. */
export function RowKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = { j: 1, k: -1 }[event.key];
      const target = event.target instanceof Element ? event.target : document.body;
      if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("input:not([type=checkbox]), textarea, select, dialog, [popover]")) return;
      const rows = [...document.querySelectorAll<HTMLElement>("main tbody tr")];
      const here = rows.findIndex((row) => row.contains(document.activeElement));
      const next = rows[here < 0 && by < 0 ? -1 : here + by];
      (next?.querySelector<HTMLElement>("a") ?? next?.querySelector<HTMLElement>("button, input"))?.focus();
      if (next) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return null;
}
