"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { previewReading, type ReadingAnswer } from "@/lib/api/client/speech";
import { minutes } from "@/lib/platform/clock";
import type { ReadingPreview, ReadingRequest } from "@/lib/speech/schema";
import type { Denied, makeKeyring } from "./keyring";

/** A reading that the page came with, and what it is the reading of. */
export type FirstReading = Pick<ReadingRequest, "text" | "voiceId" | "modelId"> & { preview: ReadingPreview };

export type ReadingSource = {
  request: ReadingRequest;
  keyring: ReturnType<typeof makeKeyring>;
  base: string;
  first: FirstReading | undefined;
};

export type FoundReading = {
  data: ReadingAnswer | Denied | undefined;
  isError: boolean;
  /** Whether `data` is of what is wanted now, and not of the text before. */
  isCurrent: boolean;
};

/** How the text is read and what it costs, requested when typing pauses, and at once for another voice. */
export function useReadingPreview({ request, keyring, base, first }: ReadingSource, enabled: boolean): FoundReading {
  const text = useSettled(request.text, typingPauseMs);
  const wanted = { ...request, text };
  const isFirst =
    first?.text === text &&
    first.voiceId === request.voiceId &&
    first.modelId === request.modelId &&
    !request.textType &&
    JSON.stringify(request.reading ?? {}) === "{}";
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ["reading", base, JSON.stringify(wanted)],
    queryFn: () => keyring.send((secret) => previewReading(wanted, secret, base)),
    enabled: enabled && text !== "",
    initialData: isFirst ? { status: "read", preview: first.preview } : undefined,
    staleTime: minutes(1),
    placeholderData: (before) => before,
    retry: false,
  });
  return { data, isError, isCurrent: text === request.text && !isPlaceholderData };
}

const typingPauseMs = 500;

/** The value once it has not changed for a while, and `first` until then. */
export function useSettled(value: string, pauseMs: number, first = value): string {
  const [settled, setSettled] = useState(first);

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);

  return settled;
}
