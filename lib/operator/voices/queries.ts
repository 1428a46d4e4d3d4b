import { queryOptions } from "@tanstack/react-query";
import type { Installation } from "@/lib/engines/models/installation";

/** A voice model of the manifest, as the operator decides about it. */
export type VoiceOffer = {
  model: string;
  name: string;
  voices: { voiceId: string; name: string; gender: "female" | "male"; region: "north" | "central" | "south" }[];
  bytes: number;
  /** The size is only known as a limit. */
  isMost: boolean;
  license: { name: string; url: string; note: string; mustAccept: boolean };
  training: { data: string; url: string };
  consent: { kind: "corpus" | "statement"; url: string };
  /** Whether the SHA-256 of every file is known before it is downloaded. */
  isVerified: boolean;
  isReady: boolean;
};

export type NaturalVoices = {
  offers: VoiceOffer[];
  installation: (Installation & { isRunning: boolean }) | null;
  /** What is wrong with the operator's own manifest. */
  problem: string | null;
};

/** Polled often while a voice is installed. */
export const naturalVoicesQuery = queryOptions({
  queryKey: ["natural-voices"],
  async queryFn({ signal }): Promise<NaturalVoices> {
    const response = await fetch("/operator/voices", { signal });
    if (!response.ok) throw new Error(`voices: status ${response.status}`);
    return (await response.json()) as NaturalVoices;
  },
  refetchInterval: (query) => (query.state.data?.installation?.isRunning ? 400 : 5000),
  retry: false,
});
