"use client";

import { useEffect } from "react";

/** Registers the worker that answers page loads while there is no network. */
export function OfflineWorker() {
  useEffect(() => {
    // Without it the browser shows its own page.
    if (process.env.NODE_ENV === "production") navigator.serviceWorker?.register("/offline-worker.js").catch(() => {});
  }, []);
  return null;
}
