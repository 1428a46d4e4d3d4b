"use client";

import { useLayoutEffect, useState } from "react";

/**
 * Undefined while the page is hydrated, then what `read` found, in a new object. Used as a React key it mounts the
 * controls again: after Back or a reload the browser puts old values into them, which would differ from what is sent.
 */
export function useFreshControls<Found extends object>(read: () => Found): Found | undefined {
  const [found, setFound] = useState<Found>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page has come alive
  useLayoutEffect(() => setFound(read()), []);
  return found;
}

/**
 * What was typed into a text field before its page came alive: hydration writes the server's text over it. The field has
 * `autoComplete="off"`, or the browser's own restoring would count as typed.
 */
export function useEarlyText(id: string): string | undefined {
  // While hydration renders, the field is already in the document; otherwise it is not there yet.
  const [text] = useState(() => {
    if (typeof document === "undefined") return;
    const field = document.getElementById(id);
    return field instanceof HTMLTextAreaElement && field.value !== field.defaultValue ? field.value : undefined;
  });
  return text;
}
