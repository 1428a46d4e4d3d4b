import "server-only";
import { type Pronunciation, type Reading, readAloud } from "@/lib/text-normalization/read";
import { callEngine } from "./calls/call";
import { findModel, findProvider, findVoice } from "./catalogue";
import {
  type Audio,
  ProviderError,
  type SynthesisRequest,
  type Transcription,
  type TranscriptionRequest,
} from "./provider";
import { checkSpokenLength } from "./spoken-length";

/** Signal and budget as `callEngine` takes them. */
type Limits = { signal: AbortSignal; budgetMs: number };

/** An engine that does not speak so many within the budget may be slow; it is not broken. */
const longCharacters = 2000;

export type SpeakRequest = SynthesisRequest & { pronunciations?: readonly Pronunciation[] };

/**
 * Has the model's engine read a text aloud, within a budget. An engine that does not know how numbers and
 * abbreviations are read gets them in words. Throws ProviderError and SPOKEN_TEXT_TOO_LONG.
 */
export async function speakWithEngine(request: SpeakRequest, options: Limits): Promise<Audio> {
  const provider = findProvider(request.modelId);
  const { synthesize } = provider;
  if (!synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
  const { pronunciations, ...asked } = request;
  const { spoken } = readFor(asked, pronunciations);
  const isLong = spoken.length > longCharacters;
  return callEngine(provider, (signal) => synthesize.call(provider, { ...asked, text: spoken }, signal), {
    ...options,
    owner: request.owner,
    isLong,
  });
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
export async function hearWithEngine(request: TranscriptionRequest, options: Limits): Promise<Transcription> {
  const provider = findProvider(request.modelId);
  const { transcribe } = provider;
  if (!transcribe) throw new ProviderError("broken", `${provider.name} has no recogniser.`);
  const { owner } = request;
  return callEngine(provider, (signal) => transcribe.call(provider, request, signal), { ...options, owner });
}
