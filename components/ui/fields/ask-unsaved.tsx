"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import type { ActionState } from "@/lib/form";

/** The values of a form as one text: it differs once something was typed, and no longer once that is undone. */
const valuesOf = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].filter(([name]) => !name.startsWith("$")));

/** Inside a form: asks before the page is left with unsaved values; on Back only in browsers with `navigation`. */
export function AskUnsaved({ state }: { state: ActionState<unknown> }) {
  const t = useTranslations("ui");
  const here = useRef<HTMLSpanElement>(null);
  const saved = useRef<string>(null);
  const ask = useEffectEvent(() => confirm(t("unsaved")));

  useEffect(() => {
    const form = here.current?.closest("form");
    if (!form) return;
    let isSending = false;
    // The controls then have the values that the browser restores, or that were saved.
    const ready = setTimeout(() => {
      if (state.status !== "refused") saved.current = valuesOf(form);
    });
    const isUnsaved = () => !isSending && saved.current !== null && valuesOf(form) !== saved.current;
    const send = () => {
      isSending = true;
    };
    const leave = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a[href]:not([download], [target=_blank], [href^='#'])");
      if (!link || event.metaKey || event.ctrlKey || !isUnsaved() || ask()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const traverse = (event: NavigateEvent) => {
      const isBack = event.navigationType === "traverse" && event.cancelable;
      if (isBack && isUnsaved() && !ask()) event.preventDefault();
    };
    const browser = "navigation" in window ? window.navigation : undefined;
    form.addEventListener("submit", send);
    browser?.addEventListener("navigate", traverse);
    addEventListener("beforeunload", leave);
    document.addEventListener("click", click, true);
    return () => {
      clearTimeout(ready);
      form.removeEventListener("submit", send);
      browser?.removeEventListener("navigate", traverse);
      removeEventListener("beforeunload", leave);
      document.removeEventListener("click", click, true);
    };
  }, [state]);

  return <span ref={here} hidden />;
}
