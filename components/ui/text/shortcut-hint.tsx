"use client";

import { useSyncExternalStore } from "react";
import { Kbd } from "./kbd";

const never = () => () => {};

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys of a shortcut for this keyboard: Ctrl replaces the command key where there is none. */
export function ShortcutHint({ letter }: { letter: string }) {
  const apple = useSyncExternalStore(never, isApple, () => false);
  return (
    <span aria-hidden className="flex justify-end gap-1 pointer-coarse:hidden max-sm:hidden">
      <Kbd>{apple ? "⌘" : "Ctrl"}</Kbd>
      <Kbd>{letter}</Kbd>
    </span>
  );
}
