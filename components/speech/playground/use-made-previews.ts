import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { onThisSite } from "@/lib/api/client/speech";
import type { VoiceRecord } from "@/lib/speech/schema";

/** Of an installation with hundreds of voices only some are made in advance: each takes its engine's time. */
const most = 12;

/** Requests the previews that were never requested, one after another. They are stored, so this happens only once. */
export function useMadePreviews(voices: readonly VoiceRecord[], sparks: Readonly<Record<string, string>>): void {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit, since a failing engine would get the same request at every render
  useEffect(() => {
    const left = new AbortController();
    const missing = voices.filter(({ voiceId }) => !sparks[voiceId]).slice(0, most);
    const make = async () => {
      for (const { previewUrl } of missing) {
        const { ok } = await fetch(onThisSite(previewUrl), { signal: left.signal, priority: "low" });
        if (!ok) return;
      }
      if (missing.length > 0) router.refresh();
    };
    make().catch(() => undefined);
    return () => left.abort();
  }, []);
}
