"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { previewReading } from "@/lib/api/client/speech";
import type { ReadingRequest } from "@/lib/speech/schema";
import type { makeKeyring } from "./keyring";

export type ReadingSource = {
  request: ReadingRequest;
  keyring: ReturnType<typeof makeKeyring>;
  base: string;
};

/** How the text is read and what it costs, requested when typing pauses. `isCurrent`: `data` is of this text. */
export function useReadingPreview({ request, keyring, base }: ReadingSource, enabled: boolean) {
  const wanted = JSON.stringify(request);
  const settled = useSettled(wanted);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ["reading", base, settled],
    queryFn: () => keyring.send((secret) => previewReading(JSON.parse(settled) as ReadingRequest, secret, base)),
    enabled: enabled && settled !== "",
    placeholderData: (before) => before,
    retry: false,
  });
  return { data, isError, isCurrent: settled === wanted && !isPlaceholderData };
}

/** The value once it has not changed for a second, so that screen readers do not announce every keystroke. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState("");

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 1000);
    return () => clearTimeout(timer);
  }, [value]);

  return settled;
}
