"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ShortcutHint } from "@/components/ui/text/shortcut-hint";
import type { Entry } from "./entries";

const PaletteSearch = dynamic(() => import("./palette-search").then(({ PaletteSearch }) => PaletteSearch));

/** Search for pages by name: ⌘K, Ctrl+K, or its button. */
export function CommandPalette({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslations("shell");
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      // The sidebar and the header of a narrow screen each have one; the shortcut opens the visible one.
      if (!button.current?.checkVisibility()) return;
      event.preventDefault();
      setOpen(true);
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
        onClick={() => setOpen(true)}
        className="flex h-9 w-full items-center gap-3 rounded-control px-3 text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11"
      >
        <Search aria-hidden strokeWidth={1.5} className="size-4 shrink-0" />
        <span className="flex-1 text-left in-[.rail]:max-lg:sr-only max-sm:sr-only">{t("search")}</span>
        <span className="in-[.rail]:max-lg:hidden">
          <ShortcutHint letter="K" />
        </span>
      </button>
      {isOpen && (
        <Dialog title={t("search")} onClose={() => setOpen(false)}>
          <PaletteSearch entries={entries} onGo={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
