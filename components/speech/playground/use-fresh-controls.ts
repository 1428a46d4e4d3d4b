"use client";

import { useLayoutEffect, useState } from "react";

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
