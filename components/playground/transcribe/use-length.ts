"use client";

import { useEffect, useState } from "react";

/** A chosen file as an object URL, and its length in seconds; null while unknown, as of recordings that carry none. */
export function useLength(file: File | null): { url: string | null; seconds: number | null } {
  const [known, setKnown] = useState<{ url: string; seconds: number | null } | null>(null);

  useEffect(() => {
    if (!file) return setKnown(null);
    const url = URL.createObjectURL(file);
    setKnown({ url, seconds: null });
    const probe = new Audio();
    probe.preload = "metadata";
    // Also when a better estimate replaces the first one.
    probe.ondurationchange = () => {
      if (Number.isFinite(probe.duration)) setKnown({ url, seconds: probe.duration });
    };
    probe.src = url;
    return () => {
      probe.removeAttribute("src");
      URL.revokeObjectURL(url);
    };
  }, [file]);

  return known ?? { url: null, seconds: null };
}
