"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";

/** What `read` finds after hydration. As a React key it replaces controls into which Back put old values. */
export function useFreshControls<Found extends object>(read: () => Found): Found | undefined {
  const [found, setFound] = useState<Found>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page has come alive
  useLayoutEffect(() => setFound(read()), []);
  return found;
}

/** Text typed before hydration, which overwrites it. Needs `autoComplete="off"`: restored text would count too. */
export function useEarlyText(id: string): string | undefined {
  // While hydration renders, the field is already in the document; otherwise it is not there yet.
  const [text] = useState(() => {
    if (typeof document === "undefined") return;
    const field = document.getElementById(id);
    return field instanceof HTMLTextAreaElement && field.value !== field.defaultValue ? field.value : undefined;
  });
  return text;
}

/** Takes the query out of the URL once it has filled the page, so that a reload keeps what was changed since. */
export function useForgottenQuery(isUsed: boolean): void {
  useEffect(() => {
    if (isUsed) window.history.replaceState(null, "", window.location.pathname);
  }, [isUsed]);
}

/** Calls back with a model that was not offered yet when the page was opened, once it is. */
export function useAddedModel(models: readonly { modelId: string }[], onAdded: (modelId: string) => void): void {
  const [known] = useState(() => new Set(models.map(({ modelId }) => modelId)));
  const report = useEffectEvent(onAdded);
  useEffect(() => {
    const added = models.find(({ modelId }) => !known.has(modelId));
    if (!added) return;
    known.add(added.modelId);
    report(added.modelId);
  }, [models, known]);
}

/** ⌘/Ctrl+Enter, wherever the focus is, except in an open dialog. */
export function useRunShortcut(run: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.repeat) return;
    if (document.querySelector("dialog:modal")) return;
    event.preventDefault();
    run();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
