"use client";

import { useEffect, useEffectEvent } from "react";

type Question = { isNeeded: () => boolean; question: string; onLeave?: () => void };

/** Asks before the page is left while `isNeeded`; on Back only in browsers with `navigation`. */
export function useAskBeforeLeaving({ isNeeded, question, onLeave }: Question): void {
  const stays = useEffectEvent(() => {
    if (!isNeeded()) return false;
    if (!confirm(question)) return true;
    onLeave?.();
    return false;
  });
  const warns = useEffectEvent(isNeeded);

  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (warns()) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a[href]:not([download], [target=_blank], [href^='#'])");
      if (!link || event.metaKey || event.ctrlKey || !stays()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const traverse = (event: NavigateEvent) => {
      if (event.navigationType === "traverse" && event.cancelable && stays()) event.preventDefault();
    };
    const browser = "navigation" in window ? window.navigation : undefined;
    browser?.addEventListener("navigate", traverse);
    addEventListener("beforeunload", leave);
    document.addEventListener("click", click, true);
    return () => {
      browser?.removeEventListener("navigate", traverse);
      removeEventListener("beforeunload", leave);
      document.removeEventListener("click", click, true);
    };
  }, []);
}
