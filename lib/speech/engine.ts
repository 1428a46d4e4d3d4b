import "server-only";
import { type Pronunciation, type Reading, readAloud } from "@/lib/text-normalization/read";
import { type CallOptions, callEngine } from "./calls/call";
import { findModel, findProvider, findVoice } from "./catalogue";
import {
  type Audio,
  ProviderError,
  type SynthesisRequest,
  type Transcription,
  type TranscriptionRequest,
} from "./provider";
import { checkSpokenLength } from "./spoken-length";

export type SpeakRequest = SynthesisRequest & { pronunciations?: readonly Pronunciation[] };

/**
 * Has the model's engine read a text aloud, within a budget. An engine that does not know how numbers and
 * abbreviations are read gets them in words. Throws ProviderError and SPOKEN_TEXT_TOO_LONG.
 */
export async function speakWithEngine(request: SpeakRequest, options: CallOptions): Promise<Audio> {
  const provider = findProvider(request.modelId);
  const { synthesize } = provider;
  if (!synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
  const { pronunciations, ...asked } = request;
  const { spoken } = readFor(asked, pronunciations);
  return callEngine(provider, (signal) => synthesize.call(provider, { ...asked, text: spoken }, signal), options);
}

type Asked = Pick<SynthesisRequest, "text" | "voiceId" | "modelId">;

/**
 * The words in which a model's engine gets a text, and what of it is not read as it is written. Throws
 * SPOKEN_TEXT_TOO_LONG.
 */
export function readFor({ text, voiceId, modelId }: Asked, pronunciations: readonly Pronunciation[] = []): Reading {
  const region = findVoice(voiceId)?.region;
  if (!region || findModel(modelId)?.normalises) return { spoken: text, changes: [] };
  const reading = readAloud(text, { region, pronunciations });
  checkSpokenLength(reading, () => readAloud(text, { region }));
  return reading;
}

/** Has the model's engine write down what an audio says, within a budget. Throws ProviderError. */
export async function hearWithEngine(request: TranscriptionRequest, options: CallOptions): Promise<Transcription> {
  const provider = findProvider(request.modelId);
  const { transcribe } = provider;
  if (!transcribe) throw new ProviderError("broken", `${provider.name} has no recogniser.`);
  return callEngine(provider, (signal) => transcribe.call(provider, request, signal), options);
}
