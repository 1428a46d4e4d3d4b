"use client";

import { useSyncExternalStore } from "react";

const place = "vang.code-language";
const changed = "vang:code-language";

function read(): string {
  try {
    return localStorage.getItem(place) ?? "";
  } catch {
    // Storage can be forbidden.
    return "";
  }
}

function subscribe(update: () => void): () => void {
  addEventListener(changed, update);
  addEventListener("storage", update);
  return () => {
    removeEventListener(changed, update);
    removeEventListener("storage", update);
  };
}

/** The language that the reader chose last, in this browser; all code on a page changes together. Empty at first. */
export function useCodeLanguage(): [string, (id: string) => void] {
  const id = useSyncExternalStore(subscribe, read, () => "");
  const choose = (next: string) => {
    try {
      localStorage.setItem(place, next);
    } catch {
      // Without storage the page keeps what it shows.
    }
    dispatchEvent(new Event(changed));
  };
  return [id, choose];
}
