"use client";

import { useQuery } from "@tanstack/react-query";
import type { makeKeyring } from "@/components/speech/playground/keyring";
import { fetchSubtitles } from "@/lib/api/client/transcription";
import { type Cue, readCues } from "./cues";
import type { Transcript } from "./use-transcription";

/** The transcript in parts with their times, from the lookup; until it answers, or where it cannot, one part. */
export function useCues({ base, recognized }: Transcript, keyring: ReturnType<typeof makeKeyring>): readonly Cue[] {
  const { transcript, trackingId } = recognized.response;
  const { data } = useQuery({
    queryKey: ["cues", base, trackingId],
    queryFn: async () => {
      const answer = await keyring.send((secret) => fetchSubtitles(trackingId, "vtt", { secret, base }));
      return answer.status === "done" ? readCues(answer.text) : [];
    },
    enabled: Boolean(transcript),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data && data.length > 0 ? data : [{ text: transcript }];
}
