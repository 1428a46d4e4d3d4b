"use client";

import { useLayoutEffect, useState } from "react";

/**
 * Undefined while the page is hydrated, then what `read` found, in an object of its own. Used as a key it has the
 * controls drawn again: after Back or a reload the browser puts old values into the ones it was sent, and they would
 * show something else than what is sent.
 */
export function useFreshControls<Found extends object>(read: () => Found): Found | undefined {
  const [found, setFound] = useState<Found>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page has come alive
  useLayoutEffect(() => setFound(read()), []);
  return found;
}
