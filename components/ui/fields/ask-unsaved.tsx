"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import type { ActionState } from "@/lib/platform/form";

/** The values of a form as one text: it differs once something was typed, and no longer once that is undone. */
const valuesOf = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].filter(([name]) => !name.startsWith("$")));

/** Inside a form: asks before the page is left with unsaved values. */
export function AskUnsaved({ state }: { state: ActionState<unknown> }) {
  const t = useTranslations("ui");
  const here = useRef<HTMLSpanElement>(null);
  const saved = useRef<string>(null);
  const isSending = useRef(false);
  useAskBeforeLeaving({
    isNeeded: () => {
      const form = here.current?.closest("form");
      return Boolean(form && !isSending.current && saved.current !== null && valuesOf(form) !== saved.current);
    },
    question: t("unsaved"),
  });

  useEffect(() => {
    const form = here.current?.closest("form");
    if (!form) return;
    isSending.current = false;
    // The controls then have the values that the browser restores, or that were saved.
    const ready = setTimeout(() => {
      if (state.status !== "refused") saved.current = valuesOf(form);
    });
    const send = () => {
      isSending.current = true;
    };
    form.addEventListener("submit", send);
    return () => {
      clearTimeout(ready);
      form.removeEventListener("submit", send);
    };
  }, [state]);

  return <span ref={here} hidden />;
}

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
