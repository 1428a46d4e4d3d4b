"use client";

import { useEffect, useMemo, useState } from "react";
import type { clean } from "vietnamese-text/clean";
import { countCharacters } from "@/lib/platform/text";
import type { Draft } from "./draft";

/** Cleaning is loaded when it is first needed. */
export const loadClean = async (): Promise<typeof clean> => (await import("vietnamese-text/clean")).clean;

/** What a person sees of a draft's text, which is what is counted: until cleaning is loaded, the text itself. */
export function useSeen({ text, textType, reading }: Pick<Draft, "text" | "textType" | "reading">) {
  const [loaded, setLoaded] = useState<{ clean: typeof clean }>();
  useEffect(() => {
    void loadClean().then(
      (found) => setLoaded({ clean: found }),
      () => undefined,
    );
  }, []);
  return useMemo(() => {
    const unmarked = { sayAs: [], deliveries: [], rate: null };
    const asTyped = { seen: { text, ...unmarked }, characters: countCharacters(text) };
    if (!loaded || reading === "off") return asTyped;
    try {
      const cleaned = loaded.clean(text, { textType });
      return { seen: cleaned, characters: cleaned.characters };
    } catch {
      // SSML that is being typed.
      return asTyped;
    }
  }, [loaded, text, textType, reading]);
}
