"use client";

import { useQuery } from "@tanstack/react-query";
import { previewReading } from "@/lib/api-client/speech";
import type { ReadingRequest } from "@/lib/speech/schema";
import type { makeKeyring } from "./keyring";
import { useSettled } from "./use-settled";

export type ReadingSource = {
  request: ReadingRequest;
  keyring: ReturnType<typeof makeKeyring>;
  base: string;
};

/**
 * How the text will be read and what it costs, requested from the API each time typing pauses. Until then `data` is of an
 * earlier text; `isCurrent`: it is of this one.
 */
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
