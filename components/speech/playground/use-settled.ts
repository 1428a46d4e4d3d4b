"use client";

import { useEffect, useState } from "react";

/** The value once it has not changed for a second, so that screen readers do not announce every keystroke. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState("");

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 1000);
    return () => clearTimeout(timer);
  }, [value]);

  return settled;
}
