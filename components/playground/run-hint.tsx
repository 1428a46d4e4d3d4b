"use client";

import { useSyncExternalStore } from "react";
import { Kbd } from "@/components/ui/kbd";

const never = () => () => {};

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that run, as they are written on this keyboard. */
export function RunHint() {
  const apple = useSyncExternalStore(never, isApple, () => false);
  return (
    <span aria-hidden className="flex w-20 justify-end gap-1 pointer-coarse:hidden max-sm:hidden">
      <Kbd>{apple ? "⌘" : "Ctrl"}</Kbd>
      <Kbd>Enter</Kbd>
    </span>
  );
}
