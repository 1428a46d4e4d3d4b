"use client";

import { useEffect, useState } from "react";

/** The value once it has stood still for a second: what a screen reader is told of something that changes as one types. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState("");

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 1000);
    return () => clearTimeout(timer);
  }, [value]);

  return settled;
}
