import "server-only";
import type { InstalledModel } from "@/lib/engines/models/installed";
import type { LiveEvent, LiveOptions, LiveRecognizer } from "@/lib/engines/provider";
import { requireOptions } from "@/lib/engines/providers/validate-config";
import type { StreamEngines } from "./streams";
import type { StreamUtterance } from "./task";
import { inSmallLetters, makeSegments } from "./transcribe";

/** Recognizes sound as it comes, by a streaming model. Throws ProviderError `rejected` for options, which it has none of. */
export function openLive(
  { model }: InstalledModel,
  engines: StreamEngines,
  { request, silenceMs, wantsPartials, signal }: LiveOptions,
  take: (event: LiveEvent) => void,
): LiveRecognizer {
  requireOptions(request.config, []);
  const ask = engines.open({ do: "openStream", silenceMs, wantsPartials }, signal);
  let hasBegun = false;
  const report = (utterances: readonly StreamUtterance[]) => {
    for (const utterance of utterances) {
      const event = makeEvent(model.writesCapitals ? { ...utterance, ...inSmallLetters(utterance) } : utterance);
      if (!hasBegun) take({ type: "speechStarted", start: event.start });
      hasBegun = utterance.ended !== "pause";
      if (wantsPartials || event.type === "final") take(event);
    }
  };
  return {
    push: async (samples) => report(await ask<StreamUtterance[]>({ do: "push", samples })),
    flush: async () => report(await ask<StreamUtterance[]>({ do: "flush" })),
  };
}

function makeEvent(utterance: StreamUtterance): Exclude<LiveEvent, { type: "speechStarted" }> {
  const { end, ended } = utterance;
  const segments = makeSegments(utterance, 0, end);
  const transcription = { text: segments.map(({ text }) => text).join(" "), segments };
  const start = utterance.timestamps[0] ?? end;
  if (!ended) return { type: "partial", start, end, transcription };
  return { type: "final", start, end, transcription, isEnd: ended === "pause" };
}
