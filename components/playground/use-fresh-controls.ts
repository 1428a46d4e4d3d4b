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
