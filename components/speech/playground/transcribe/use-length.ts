"use client";

import { useEffect, useState } from "react";
import { declaredLength } from "@/lib/engines/audio/length";

/** Larger files are rejected anyway. */
const mostMeasured = 50_000_000;

/**
 * A chosen file as an object URL, and its length in seconds as it is charged; null while unknown, as of recordings that
 * carry none. What the file itself declares comes first: browsers count an encoder's padding, each in its own way.
 */
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
    let isLeft = false;
    const measure = async () => {
      const declared = file.size > mostMeasured ? null : declaredLength(new Uint8Array(await file.arrayBuffer()));
      if (isLeft) return;
      if (declared === null) probe.src = url;
      else setKnown({ url, seconds: declared });
    };
    measure().catch(() => {
      // A file that was moved or deleted meanwhile: running it says so.
    });
    return () => {
      isLeft = true;
      probe.removeAttribute("src");
      URL.revokeObjectURL(url);
    };
  }, [file]);

  return known ?? { url: null, seconds: null };
}
