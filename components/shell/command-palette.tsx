"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ShortcutHint } from "@/components/ui/text/shortcut-hint";
import type { Entry } from "./entries";

const PaletteSearch = dynamic(() => import("./palette-search").then(({ PaletteSearch }) => PaletteSearch));
const ShortcutSheet = dynamic(() => import("./shortcut-sheet").then(({ ShortcutSheet }) => ShortcutSheet));

type CommandPaletteProps = {
  /** The business that is searched; without one the entries are all there is. */
  business?: string;
  entries: readonly Entry[];
};

/** Typed into a field, or meant for an open dialog or menu. */
const isTaken = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest("input, textarea, select, dialog, [popover], [contenteditable]")) ||
  document.querySelector("dialog[open], :popover-open");

/** Search for anything: ⌘K, Ctrl+K, or its button. `/` goes to the page's own search field, `?` lists the shortcuts. */
export function CommandPalette({ business, entries }: CommandPaletteProps) {
  const t = useTranslations("shell");
  const [opened, setOpened] = useState<"palette" | "shortcuts">();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isCommand = event.metaKey || event.ctrlKey;
      const isPalette = event.key.toLowerCase() === "k" && isCommand && !event.shiftKey && !event.altKey;
      const isHint = !isCommand && !event.defaultPrevented && ["?", "/"].includes(event.key) && !isTaken(event);
      if (!isPalette && !isHint) return;
      // The sidebar and the header of a narrow screen each have one; the shortcut opens the visible one.
      if (!button.current?.checkVisibility()) return;
      event.preventDefault();
      const field = event.key === "/" && document.querySelector<HTMLElement>("main input[type=search]");
      if (field) field.focus();
      else setOpened(event.key === "?" ? "shortcuts" : "palette");
    };
    document.addEventListener("keydown", open);
    return () => document.removeEventListener("keydown", open);
  }, []);

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpened("palette")}
        className="flex h-9 w-full items-center gap-3 rounded-control px-3 text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11"
      >
        <Search aria-hidden strokeWidth={1.5} className="size-4 shrink-0" />
        <span className="flex-1 text-left in-[.rail]:max-lg:sr-only max-sm:sr-only">{t("search")}</span>
        <span className="in-[.rail]:max-lg:hidden">
          <ShortcutHint letter="K" />
        </span>
      </button>
      {opened === "palette" && (
        <Dialog title={t("search")} onClose={() => setOpened(undefined)}>
          <PaletteSearch business={business} entries={entries} onGo={() => setOpened(undefined)} />
        </Dialog>
      )}
      {opened === "shortcuts" && (
        <Dialog title={t("shortcuts.title")} onClose={() => setOpened(undefined)}>
          <ShortcutSheet />
        </Dialog>
      )}
    </>
  );
}
